#!/bin/sh
# Copies the primary on the first start, then follows it.
set -eu

source="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=$STANDBY_NAME"
copy() {
  pg_basebackup --dbname="$source" --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf \
    --slot="$STANDBY_NAME" "$@"
}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  # The slot exists if an earlier standby of this name was deleted.
  copy --create-slot || copy
  unset PGPASSWORD
  # The copy has the primary's settings; once promoted it must not wait for itself.
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
  chmod 700 "$PGDATA"
fi

exec docker-entrypoint.sh postgres "$@"
