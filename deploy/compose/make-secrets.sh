#!/bin/sh
# Makes the secrets and the .env file of compose.yaml. Keeps what is there. Call: make-secrets.sh HOST [BASE_PATH]
set -eu
host=${1:?the host name of the platform, for example challenge.example.com}
path=${2:-/}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# Files of 32 random bytes; openssl is on every machine with TLS.
[ -s secrets/secret ] || openssl rand -hex 32 >secrets/secret
[ -s secrets/database-password ] || openssl rand -hex 24 >secrets/database-password
printf 'postgres://challenge:%s@database:5432/challenge\n' "$(cat secrets/database-password)" >secrets/database-url
# Empty: emails are written to the volume of `jobs` until the address of the mail server stands here.
[ -e secrets/smtp-url ] || : >secrets/smtp-url
# Containers read the files as the user 65532; nobody else enters the folder.
chmod 0700 secrets
chmod 0444 secrets/*
env=../../.env
[ -e "$env" ] || printf 'CHALLENGE_HOST=%s\nBASE_PATH=%s\nPUBLIC_URL=https://%s%s\nMAIL_FROM=no-reply@%s\nIDENTITY_PROVIDERS=\n' \
  "$host" "$path" "$host" "$path" "$host" >"$env"
echo "Wrote deploy/compose/secrets/ and .env. Write the mail server's address, such as smtps://USER:PASSWORD@mail.example.com, to deploy/compose/secrets/smtp-url."
