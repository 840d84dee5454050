import type { Kysely, Transaction } from 'kysely'

/**
 * The handle that every query takes as its first argument: the pool, or the transaction one is in. It knows no tables:
 * statements are written as SQL, and a noun's columns are declared in its `.columns.ts`.
 */
export type Db = Kysely<unknown>

/**
 * The transaction one is in; the pool is none. Taken by what locks rows, which a statement by itself would let go at once,
 * and by what is right only together with other writes.
 */
export type Tx = Transaction<unknown>
