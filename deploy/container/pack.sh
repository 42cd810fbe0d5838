#!/bin/sh
# Copies what the platform needs at run time from the folder in which it was built. Usage: pack.sh TARGET
set -eu
target=$1
mkdir -p "$target/app/deploy" "$target/data"
npm prune --omit=dev --no-save

cp -R package.json LICENSE README.md CHANGELOG.md contract demo dist docs scripts server simulators node_modules "$target/app/"
cp -R deploy/container "$target/app/deploy/"
# The server's texts.
mkdir "$target/app/web" && cp -R web/i18n "$target/app/web/"

cd "$target/app"
# Only tests read the databases of earlier releases.
rm -rf server/db/releases
# Removes TypeScript, which npm keeps because a library may use it, and the second copy of Node.
rm -rf node_modules/typescript node_modules/@typescript node_modules/node/node_modules
strip node_modules/node/bin/node
# Removes types, source maps and documentation of libraries, but no licences.
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) \
  ! -iname '*licen*' ! -iname '*notice*' -delete
find node_modules -type d \( -name test -o -name tests -o -name benchmark \) -prune -exec rm -rf {} +
