import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { shopUrl } from '#server/database/embedded/shop-role.ts'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import type { ShopProcess } from './shop-process.ts'

/** Runs statements on the database of a running shop, behind its back. */
export async function onDatabaseOf({ dataDir }: ShopProcess, ...statements: string[]): Promise<void> {
  const address = process.env.DATABASE_URL || (await embeddedAddress(dataDir))
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A claim’s time has passed, and the job that ends it is called. */
export function expireClaimOf(shop: ShopProcess, orderId: string): Promise<void> {
  return onDatabaseOf(
    shop,
    `UPDATE orders SET pay_by = now() - interval '1 second', due_at = now() - interval '1 second' WHERE id = '${orderId}'`,
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE payload ->> 'orderId' = '${orderId}'`,
    `SELECT pg_notify('jobs:insert', '{"count":1}')`,
  )
}

async function embeddedAddress(dataDir: string): Promise<string> {
  const folder = describeDataFolder(dataDir)
  // Its fourth line is the port.
  const port = (await readFile(path.join(folder.cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
  return shopUrl(folder, Number(port))
}
