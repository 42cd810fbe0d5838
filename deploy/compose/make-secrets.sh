#!/bin/sh
# Creates the secrets and the .env file of compose.yaml. Keeps existing files.
# Usage: make-secrets.sh HOST [BASE_PATH]
set -eu
host=${1:?the host name of the platform, for example challenge.example.com}
path=${2:-/}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# Random bytes in hexadecimal. Nearly every machine has openssl.
[ -s secrets/secret ] || openssl rand -hex 32 >secrets/secret
[ -s secrets/database-password ] || openssl rand -hex 24 >secrets/database-password
printf 'postgres://challenge:%s@database:5432/challenge\n' "$(cat secrets/database-password)" >secrets/database-url
# Empty until you enter the address of the mail server; until then, emails are written to the volume of
# `jobs`.
[ -e secrets/smtp-url ] || : >secrets/smtp-url
# Containers read the files as user 65532. On this machine, only the owner can enter the folder.
chmod 0700 secrets
chmod 0444 secrets/*
env=../../.env
[ -e "$env" ] || printf 'CHALLENGE_HOST=%s\nBASE_PATH=%s\nPUBLIC_URL=https://%s%s\nMAIL_FROM=no-reply@%s\nIDENTITY_PROVIDERS=\n' \
  "$host" "$path" "$host" "$path" "$host" >"$env"
echo "Wrote deploy/compose/secrets/ and .env. Write the mail server's address, such as smtps://USER:PASSWORD@mail.example.com, to deploy/compose/secrets/smtp-url."
