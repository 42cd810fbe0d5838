#!/bin/bash
# Builds the image of the Dockerfile and runs it as a container engine would: as an unprivileged user and with
# a read-only root file system. This is for Debian 12 without a container engine or an image registry: the two
# base images are built from Debian's packages. Run as root: npm run prove-container. Installs buildah,
# mmdebstrap and postgresql if they are missing, and takes about five minutes. BASES=FOLDER keeps the base
# images in that folder for the next run.
set -euo pipefail
cd "$(dirname "$0")/.."
# Finds the system's npm, although `npm run` puts the project's own programs first in PATH.
npm=$(readlink -f "$(PATH=${PATH//$PWD\/node_modules\/.bin:/} command -v npm)")
work=$(mktemp -d /tmp/challenge-container-XXXXXX)
bases=${BASES:-$work}
binaries=
server=
container=
end() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" || true
  fi
  [ ! -d "$work/pg/data" ] || su postgres -c "$binaries/pg_ctl -D $work/pg/data stop -m immediate" >/dev/null 2>&1 || true
  ! mountpoint -q "$work/run" || umount -l -R "$work/run" || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null 2>&1 || true
  # Deletes nothing that is still mounted.
  rm -rf --one-file-system "$work"
}
trap end EXIT
trap 'exit 1' INT TERM
command -v buildah >/dev/null && command -v mmdebstrap >/dev/null && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
  apt-get install -y --no-install-recommends buildah mmdebstrap postgresql >/dev/null

echo 'Building base images like node:24-bookworm and distroless/cc-debian12 from Debian packages…'
[ -f "$bases/base.tar" ] ||
  mmdebstrap --quiet --variant=extract bookworm "$bases/base.tar" \
    --include=base-files,libc6,libgcc-s1,libstdc++6,libssl3,ca-certificates,tzdata,netbase
[ -f "$bases/build.tar" ] ||
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,binutils bookworm "$bases/build.tar"
from=$(buildah from scratch)
buildah add --quiet "$from" "$bases/base.tar" / >/dev/null
buildah commit --quiet --rm "$from" localhost/challenge-base >/dev/null
from=$(buildah from scratch)
buildah add --quiet "$from" "$bases/build.tar" / >/dev/null
buildah copy --quiet "$from" "$(dirname "$(dirname "$npm")")" /opt/npm >/dev/null
mkdir "$work/bin"
printf '#!/bin/sh\nexec node /opt/npm/bin/npm-cli.js "$@"\n' >"$work/bin/npm"
chmod +x "$work/bin/npm"
cp -L node_modules/.bin/node "$work/bin/node"
buildah copy --quiet "$from" "$work/bin" /usr/local/bin >/dev/null
# If this machine needs npm settings or an extra certificate authority to reach the npm registry, so does the
# build.
[ ! -f ~/.npmrc ] || buildah copy --quiet "$from" ~/.npmrc /root/.npmrc >/dev/null
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  buildah copy --quiet "$from" "$NODE_EXTRA_CA_CERTS" /etc/ssl/extra.pem >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem "$from"
fi
buildah commit --quiet --rm "$from" localhost/challenge-build >/dev/null

echo 'Running the steps of the Dockerfile…'
# Only the format `docker` supports health checks.
buildah bud --layers --isolation chroot --format docker --tag localhost/challenge --build-arg BUILD_IMAGE=localhost/challenge-build \
  --build-arg BASE_IMAGE=localhost/challenge-base . >"$work/log" 2>&1 || {
  tail -40 "$work/log"
  exit 1
}
container=$(buildah from localhost/challenge)
root=$(buildah mount "$container")
bytes=$(du -s --block-size=1 --apparent-size "$root" | cut -f1)
echo "The image takes $((bytes / 1000000)) MB, without compression."
# A new dependency that takes much more should be a decision.
[ "$bytes" -lt 300000000 ] || exit 1
[ "$(buildah inspect --format '{{.Docker.Config.User}}' localhost/challenge)" = 65532:65532 ]
buildah inspect --format '{{.Docker.Config.Healthcheck.Test}}' localhost/challenge | grep -q health-check

echo 'Starting a database and the container: user 65532, no new privileges, read-only root…'
binaries=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
mkdir "$work/pg" "$work/run"
chmod 711 "$work"
chown postgres "$work/pg"
su postgres -c "$binaries/initdb -D $work/pg/data -U challenge --auth=trust" >/dev/null
su postgres -c "$binaries/pg_ctl -D $work/pg/data -w -l $work/pg/log -o '-p 5499 -k $work/pg -c listen_addresses=127.0.0.1' start" >/dev/null
mount --bind "$root" "$work/run"
mount -o remount,ro,bind "$work/run"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 data "$work/run/data"
mount -t tmpfs tmp "$work/run/tmp"
mount -t proc proc "$work/run/proc"
mount -t tmpfs dev "$work/run/dev"
mknod -m 666 "$work/run/dev/null" c 1 3
# Sets the variables of the image, but with another port, and the settings that an operator adds.
inside=(
  env -i PATH=/usr/sbin:/usr/bin NODE_ENV=production HOST=127.0.0.1 PORT=3499 DATA_DIR=/data DEMO=off SECRET=a-secret-of-thirty-two-characters
    DATABASE_URL=postgres://challenge@127.0.0.1:5499/postgres
    setpriv --no-new-privs chroot --userspec=65532:65532 --groups= "$work/run" /app/node_modules/.bin/node
)
"${inside[@]}" /app/dist/server/main.js >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 120); do
  grep -q 'Ready at' "$work/server.log" && break
  kill -0 "$server" || break
  sleep 0.5
done
grep -E 'Ready at|first organiser' "$work/server.log" || {
  cat "$work/server.log"
  exit 1
}
"${inside[@]}" /app/deploy/container/health-check.mjs
"${inside[@]}" /app/scripts/rebuild-standings.ts
if touch "$work/run/app/file" 2>/dev/null || touch "$work/run/file" 2>/dev/null; then exit 1; fi
for path in readyz platform/api/configs dashboard; do
  curl --fail --silent --show-error --output "$work/answer" "http://127.0.0.1:3499/$path"
done
grep -qi '<!doctype html>' "$work/answer"
kill -TERM "$server"
wait "$server"
server=
if "${inside[@]}" /app/deploy/container/health-check.mjs; then exit 1; fi
echo 'The image starts, serves pages, runs scripts, cannot write to its root file system, and stops.'
