#!/bin/bash
# Renders the Helm chart with Go's own templates and Helm's functions from Debian's packages, and checks the
# result. This is for machines without Helm; with Helm, `helm lint deploy/helm/challenge` and `helm template`
# do the same. Run as root: npm run prove-chart.
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d /tmp/challenge-chart-XXXXXX)
trap 'rm -rf "$work"' EXIT
command -v go >/dev/null && [ -d /usr/share/gocode/src/github.com/Masterminds/sprig ] ||
  apt-get install -y --no-install-recommends golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev >/dev/null
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$work/cache go build -o "$work/render" deploy/helm/render/render.go
echo 'secrets: {databaseUrl: "postgres://challenge@postgresql/challenge", secret: "0123456789abcdef0123456789abcdef"}' >"$work/own.yaml"
echo '{existingSecret: mine, basePath: club, web: {replicas: 1}, upgrade: recreate, ingress: {enabled: false}, networkPolicy: {enabled: false}}' >"$work/other.yaml"
for values in own other; do
  "$work/render" deploy/helm/challenge demo "$work/$values.yaml" >"$work/$values.rendered"
  node deploy/helm/render/check.ts "$work/$values.rendered"
done
if "$work/render" deploy/helm/challenge demo >/dev/null 2>"$work/refused"; then exit 1; fi
grep -q 'secrets.databaseUrl' "$work/refused"
echo 'The chart renders, and refuses to be installed without secrets.'
