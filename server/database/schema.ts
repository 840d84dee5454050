import type { Kysely, Transaction } from 'kysely'

/**
 * Database handle, the first argument of every query: the pool or a transaction. It knows no tables: statements are
 * SQL, and a noun's columns are declared in its `.columns.ts`.
 */
export type Db = Kysely<unknown>

/**
 * Transaction handle, which the pool isn't. Required by row locks, which end with the transaction, and by writes that
 * are only right together.
 */
export type Tx = Transaction<unknown>
