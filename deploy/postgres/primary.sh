#!/bin/sh
# Runs once, when the primary's data folder is initialized: creates the service's role and database, and what a standby
# needs. The primary waits for its standby from the next start on.
set -eu

psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v service_password="$TESSERA_DB_PASSWORD" -v replication_password="$REPLICATION_PASSWORD" \
  -v standby="$STANDBY_NAME" <<'SQL'
CREATE ROLE tessera LOGIN PASSWORD :'service_password';
CREATE DATABASE tessera OWNER tessera;
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication_password';
ALTER SYSTEM SET synchronous_standby_names = :'standby';
ALTER SYSTEM SET max_slot_wal_keep_size = '4GB';
SQL

echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
