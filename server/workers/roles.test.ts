import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { live, startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

const SECONDS = 1000

describe('two instances that divide the work', { timeout: 180 * SECONDS }, async () => {
  const database = await testDatabase({ migrated: false })
  const shops: ShopProcess[] = []
  afterAll(async () => {
    for (const shop of shops) await shop.stop()
    await database.close()
  })
  const dataDir = await temporaryFolder()
  const start = async (ROLE: string) => {
    const env = { ...live, DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost', ROLE }
    const shop = await startShop({ env, dataDir })
    shops.push(shop)
    return shop
  }
  const tries = async () => {
    const { rows } = await sql<{ attempts: number }>`
      SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'`.execute(database.db)
    return rows.map(({ attempts }) => attempts)
  }

  test('one answers people and does no job, the other does them and answers monitors alone', async () => {
    const web = await start('web')
    const person = { name: '', email: 'new@example.org', password: 'the right one' }
    const signedUp = await fetch(`${web.origin}/api/identity/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost' },
      body: JSON.stringify(person),
    })
    expect([signedUp.status, await tries()]).toEqual([200, [0]])

    const jobs = await start('jobs')
    // Nothing listens at the mail server's port.
    await until(async () => (await tries()).some((attempts) => attempts > 0))
    await until(() => jobs.output().includes('send_mail'))
    expect(web.output()).not.toContain('send_mail')
    const asked = ['health', 'ready', 'all-books', 'config'].map((path) => fetch(`${jobs.origin}/api/${path}`))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect(await (await fetch(`${jobs.origin}/`)).json()).toMatchObject({ code: 'not_found' })
    expect(await (await fetch(`${web.origin}/api/ready`)).json()).not.toHaveProperty('mail')
  })
})
