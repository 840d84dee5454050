import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockAccount, markClosed, type AccountRow } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { lockBookOfSeller } from '#server/books/books.sql.ts'
import { forgetClosedBefore, lockLiveOrders } from '#server/orders/orders.public.ts'
import { claimForBuyer, moveOrder, type ClaimRequest } from '#server/orders/order-changes.sql.ts'
import { lockOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { addJob } from './add-job.ts'
import { orderPaidMail } from '#server/orders/mails/order-mails.ts'
import type { Db, Tx } from './schema.ts'

// Never called: type checking is the test.
const withThePool = (db: Db, id: string, now: Date, claim: ClaimRequest, account: AccountRow, order: OrderRow) => [
  // @ts-expect-error a lock
  () => lockAccount(db, id),
  // @ts-expect-error a lock
  () => lockOpenAccount(db, id),
  // @ts-expect-error a lock
  () => lockBookOfSeller(db, id, id),
  // @ts-expect-error a lock
  () => lockOrder(db, id),
  // @ts-expect-error a lock
  () => lockLiveOrders(db, id),
  // @ts-expect-error two tables
  () => markClosed(db, account, '', now),
  // @ts-expect-error two statements
  () => forgetClosedBefore(db, now),
  // @ts-expect-error so that an unfair one can be taken back
  () => claimForBuyer(db, claim, now),
  // @ts-expect-error an order and its copy
  () => moveOrder(db, order, 'time_expires', { by: { as: 'time' }, now }),
  // @ts-expect-error a job goes with what it is about
  () => addJob(db, 'expire_claim', { orderId: id }),
  // @ts-expect-error so does an email
  () => orderPaidMail.book(db, { orderId: id, to: 'buyer' }),
]
const withATransaction = (tx: Tx, id: string) => [() => lockAccount(tx, id), () => lockOrder(tx, id)]

test('what locks or writes in company refuses the pool, and takes a transaction', () => {
  for (const compiled of [withThePool, withATransaction]) expect(compiled).toBeTypeOf('function')
})

test('every row lock is in a function that takes a transaction', async () => {
  const files = (await readdir('server', { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const sources = await Promise.all(files.map((file) => readFile(path.join('server', file), 'utf8')))
  // SKIP LOCKED locks and marks rows in a single statement, which needs no transaction.
  const locks = sources
    .flatMap((source) => source.split(/\n(?=(?:export |async |function |const ))/))
    .filter((declared) => /FOR (NO KEY )?UPDATE(?! SKIP)/.test(declared))
  expect(locks.length).toBeGreaterThanOrEqual(5)
  expect(locks.filter((declared) => !/\btx: (Tx\b|Transaction<)/.test(declared))).toEqual([])
})
