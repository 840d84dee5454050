import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/free-port.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aBookOf, aMember, aPictureOf, type Member } from '#tests/kit/members.ts'
import { INSTANCES, startHaproxy, type Haproxy } from '#tests/kit/outside/start-haproxy.ts'
import { startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf, orderState } from '#tests/kit/shopping.ts'
import { until } from '#tests/kit/until.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'

const MISSED_AT_MOST_MS = 2000

/** A seller, and a picture that all their books have: there are only so many a day. */
interface Seller {
  member: Member
  picture: string
}

interface Load {
  reads: number
  /** Ids of the books that sellers were told are listed. */
  listed: string[]
  failures: { what: string; at: number }[]
  stop(): Promise<void>
}

/** Visitors who read pages, and sellers who list books, each one thing after the other. */
function startLoad(through: ShopProcess, sellers: Seller[]): Load {
  const load: Load = { reads: 0, listed: [], failures: [], stop: async () => {} }
  const state = { isOver: false }
  const fail = (what: string) => void load.failures.push({ what, at: performance.now() })
  const read = async (page: string) => {
    while (!state.isOver) {
      const answer = await fetch(through.origin + page).catch((error: Error) => error)
      const body = answer instanceof Error ? answer : await answer.text().catch((error: Error) => error)
      if (body instanceof Error) fail(`${page}: ${body.message}`)
      else if (answer instanceof Response && !answer.ok) fail(`${page}: ${answer.status}: ${body}`)
      else load.reads += 1
    }
  }
  const list = async ({ member, picture }: Seller) => {
    while (!state.isOver)
      await aBookOf(through, member, {}, [picture]).then(
        (id) => load.listed.push(id),
        (error: Error) => fail(`listing: ${error.message}`),
      )
  }
  const all = [...['/', '/all-products', '/api/all-books', '/api/books-categories'].map(read), ...sellers.map(list)]
  load.stop = async () => {
    state.isOver = true
    await Promise.all(all)
  }
  return load
}

describe('three instances behind HAProxy', { timeout: 600_000 }, async () => {
  const store = await startS3()
  const database = await testDatabase({ migrated: false })
  const shops: ShopProcess[] = []
  let proxy: Haproxy
  const env = {
    ...store.env,
    DATABASE_URL: database.url,
    DOGEAR_MODE: 'demo',
    TRUST_PROXY: '1',
    KEYS_SECRET: 'a-secret-of-all-instances-of-this-shop',
  }
  const start = async (dataDir: string, port: number, origin: string) =>
    startShop({ env: { ...env, PORT: String(port), PUBLIC_URL: origin }, dataDir, program: 'server/start.ts' })

  beforeAll(async () => {
    const ports = [await freePort(), await freePort(), await freePort()]
    proxy = await startHaproxy(ports, await aFolder())
    for (const port of ports) shops.push(await start(await temporaryFolder(), port, proxy.origin))
    await until(async () => (await proxy.up()).length === INSTANCES.length)
  }, 600_000)
  afterAll(async () => {
    await proxy.stop()
    for (const shop of shops) await shop.stop()
    await store.close()
  })
  const through = (): ShopProcess => ({ ...shops[0]!, origin: proxy.origin })
  const aSeller = async (): Promise<Seller> => {
    const member = await aMember(through(), 'seller')
    return { member, picture: await aPictureOf(through(), member) }
  }
  const loaded = async () => startLoad(through(), [await aSeller(), await aSeller()])
  const untilReading = async (load: Load, more = 100) => {
    const from = load.reads
    await until(() => load.reads >= from + more || load.failures.length > 100)
  }
  /** What was acknowledged is there, at an instance that may not have acknowledged it. */
  async function expectListed({ listed }: Load): Promise<void> {
    const missing: string[] = []
    // One after the other: of hundreds at once some are asked to come again (503), as in any crowd.
    for (const id of listed) {
      const { status } = await fetch(`${proxy.origin}/advertise/${id}`)
      if (status !== 200) missing.push(`${id}: ${status}`)
    }
    expect(missing).toEqual([])
  }

  test('sell to whoever comes, wherever a call goes', async () => {
    const { member: seller } = await aSeller()
    for (let turn = 0; turn < 6; turn += 1) {
      // An unconfirmed email may reserve one.
      const buyer = await aMember(through(), 'buyer')
      const order = await anOrderOf(through(), buyer, await aBookOf(through(), seller))
      expect(await orderState(through(), buyer, order)).toBe('claimed')
    }
  })

  test('fail no request while each is started again under load', async () => {
    const load = await loaded()
    const retries = await proxy.retries()
    for (const [at, shop] of shops.entries()) {
      await untilReading(load)
      await shop.stop({ keepData: true })
      await untilReading(load)
      shops[at] = await start(shop.dataDir, Number(new URL(shop.origin).port), proxy.origin)
      await until(async () => (await proxy.up()).includes(INSTANCES[at]!))
    }
    await untilReading(load)
    await load.stop()
    expect(load).toMatchObject({ failures: [] })
    // An instance that closes is left before it refuses anything.
    expect(await proxy.retries()).toBe(retries)
    await expectListed(load)
  })

  test('miss one that is killed for two seconds at most, and lose nothing of what they said', async () => {
    const load = await loaded()
    await untilReading(load)
    const [, killed] = shops
    const at = performance.now()
    process.kill(killed!.pid, 'SIGKILL')
    await until(async () => !(await proxy.up()).includes('b'))
    await untilReading(load, 300)
    await load.stop()
    const lastFailure = Math.max(0, ...load.failures.map((failure) => failure.at - at))
    expect(lastFailure).toBeLessThan(MISSED_AT_MOST_MS)
    await expectListed(load)
    shops[1] = await start(killed!.dataDir, Number(new URL(killed!.origin).port), proxy.origin)
  })
})
