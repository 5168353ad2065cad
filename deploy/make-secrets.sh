#!/bin/sh
# make-secrets.sh PROVIDER_URL: writes the secret files for compose.yaml, and keeps existing ones.
# Containers read them as a different user, so the files are world-readable but their folder is not.
set -eu
provider=${1:?usage: make-secrets.sh smtp://user:password@relay.example.com:587}
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder"
keep() {
  [ -s "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
keep postgres_password "$(random)"
keep database_url "postgres://posthorn:$(cat "$folder/postgres_password")@db:5432/posthorn"
keep secret_key "$(random)"
keep operator_token "$(random)"
keep provider_url "$provider"
echo "written to $folder; keep a copy of secret_key elsewhere"
