#!/bin/sh
# A standby copies its primary when it starts for the first time, and follows it ever after.
set -eu

source="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=$STANDBY_NAME"
copy() {
  pg_basebackup --dbname="$source" --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf \
    --slot="$STANDBY_NAME" "$@"
}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  # The slot is there already when an earlier standby of this name was thrown away.
  copy --create-slot || copy
  unset PGPASSWORD
  # The copy holds the primary's settings; once promoted it must not wait for itself.
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
  chmod 700 "$PGDATA"
fi

exec docker-entrypoint.sh postgres "$@"
