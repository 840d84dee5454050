import type { Pool } from 'pg'

/** What a database server says of itself, and of the shop's user there. */
export interface DatabaseFacts {
  version: string
  role: string
  bytes: number
  isReadOnly: boolean
  mayCreate: boolean
  mayMakeTables: boolean
  isSuper: boolean
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  collation: string
  /** Versions of the collation when the database was made, and now; null where it has none. */
  collationMade: string | null
  collationNow: string | null
  /** Most connections that the shop's user can have, with those of all others; and how many there are now. */
  most: number
  taken: number
  isEncrypted: boolean
  /** By a socket, or over loopback. */
  isLocal: boolean
}

const FACTS = `SELECT split_part(current_setting('server_version'), ' ', 1) AS version, current_user AS role,
    pg_database_size(d.oid)::float8 AS bytes,
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    has_database_privilege(d.oid, 'CREATE') AS "mayCreate",
    has_schema_privilege('public', 'CREATE') AS "mayMakeTables", r.rolsuper AS "isSuper",
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit,
    pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS collation, d.datcollversion AS "collationMade",
    pg_database_collation_actual_version(d.oid) AS "collationNow",
    least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) AS most,
    (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL) AS taken,
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
    coalesce(host(inet_client_addr()) IN ('127.0.0.1', '::1'), true) AS "isLocal"
  FROM pg_database d, pg_roles r
  WHERE d.datname = current_database() AND r.rolname = current_user`

export async function readFacts(pool: Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(FACTS)
  return rows[0]!
}
