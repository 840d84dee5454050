import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBookOf, aMember, aPictureOf, type Member } from '#tests/kit/members.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { aRelease, type ReleaseOptions } from '#tests/kit/releases/a-release.ts'
import { aService } from '#tests/kit/releases/a-service.ts'
import { until } from '#tests/kit/until.ts'

const MIGRATIONS = 'server/database/migrations'
const SHELVES = '-- Owner: books\n-- Kind: expand\nCREATE TABLE planted_shelves (id integer);\n'
/** After it nobody can buy: a defect that only a sale shows. */
const NO_SALES =
  '-- Owner: orders\n-- Kind: contract\nALTER TABLE orders ADD CONSTRAINT planted CHECK (false) NOT VALID;\n'

const service = await aService()
const { place, shop } = service
const { dataDir } = shop
const release = (version: string, rest: Omit<ReleaseOptions, 'version'> = {}) => aRelease(place, { version, ...rest })
/** What an update says, for whoever reads the run. */
const update = async (...args: string[]) => {
  const done = await service.update(...args)
  process.stdout.write(done.output)
  return done
}

beforeAll(async () => service.open(await release('0.1.0')), 600_000)
afterAll(service.stop)

/**
 * Edits a listing as fast as it is answered, through whatever happens; `end` returns the last revision that was
 * acknowledged, and how many edits were refused or found nobody.
 */
function editing(seller: Member, book: string, body: Record<string, unknown>) {
  const state = { acknowledged: 1, refused: 0, isOver: false }
  const work = async () => {
    while (!state.isOver) {
      const answer = await fetch(`${shop.origin}/api/my-books/${book}?revision=${state.acknowledged}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, description: `Edit no. ${state.acknowledged}.` }),
      }).catch(() => null)
      if (answer?.ok) state.acknowledged += 1
      // An edit whose answer was lost may have been made.
      else if (answer?.status === 409) state.acknowledged = await revisionOf(seller, book)
      else state.refused += 1
      if (!answer?.ok) await sleep(20)
    }
  }
  const working = work()
  return async () => {
    state.isOver = true
    await working
    return state
  }
}

async function revisionOf(seller: Member, book: string): Promise<number> {
  const answer = await fetch(`${shop.origin}/api/my-books/${book}`, {
    headers: { authorization: `Bearer ${seller.token}` },
  })
  return ((await answer.json()) as { revision: number }).revision
}

/** A seller who edits, and a buyer who has an order, while `work` goes on; all that was acknowledged has to be there after. */
async function whilePeopleDeal<T>(work: () => Promise<T>): Promise<T> {
  const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller))
  const picture = await aPictureOf(shop, seller)
  const body = {
    book_name: 'The Tide Table',
    book_writer: 'Nell Harrow',
    originalPrice: '24',
    resalePrice: '12.50',
    condition: 'good',
    mobileNumber: '+49 30 123456',
    category_name: 'novel-book',
    location: 'Harbour square',
    description: 'A novel about a town that keeps two clocks.',
    yearOfPurchase: '2019',
    book_img: picture,
    images: [picture],
  }
  const book = await aBookOf(shop, seller, {}, [picture])
  const end = editing(seller, book, body)
  const done = await work()
  const { acknowledged, refused } = await end()
  expect(acknowledged).toBeGreaterThan(5)
  expect(refused).toBeGreaterThan(0)
  expect(await revisionOf(seller, book)).toBe(acknowledged)
  const found = await fetch(`${shop.origin}/api/my-orders/${order}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(found.status).toBe(200)
  // And it sells.
  await anOrderOf(shop, await aMember(shop, 'buyer'), book)
  return done
}

/** Before a program has opened anything of the shop but its database. */
const OPENING = { file: 'server/open-for-people.ts', from: '  const shop = await openShop(' }
const instead = (statement: string) => [{ ...OPENING, to: `  ${statement}\n${OPENING.from}` }]
const shelves = { [`${MIGRATIONS}/9201-shelves.sql`]: SHELVES }
const noSales = { ...shelves, [`${MIGRATIONS}/9301-no-sales.sql`]: NO_SALES }
const ON_SECOND = ['0.2.0', 'dogear-0.2.0', false]

describe('updates of a shop that people use', { timeout: 900_000 }, () => {
  test('a plan says what is pending, and changes nothing', async () => {
    const next = await release('0.2.0', { changes: '## 0.2.0 — 2027-01-01\n\n- Shelves.\n', files: shelves })
    const { code, output } = await update('--plan', next)
    expect(output).toContain('From Dogear 0.1.0 to 0.2.0.')
    expect(output).toContain('- Shelves.')
    expect(output).toContain('9201-shelves.sql: expand')
    expect(code).toBe(0)
    expect(await service.state()).toEqual(['0.1.0', 'dogear-0.1.0', false])
  })

  test('one that is well has the shop, and nothing acknowledged is lost', async () => {
    const { code, output } = await whilePeopleDeal(() => update(path.join(place, 'dogear-0.2.0')))
    expect(output).toContain('sold a copy for trial and taken it back')
    expect(output).toMatch(/Dogear 0\.2\.0 has the shop\. It took nothing from people for \d+ s\./)
    expect([code, await service.state()]).toEqual([0, ON_SECOND])
  })

  test('one that can’t sell goes back by itself, with the data of before', async () => {
    const broken = await release('0.3.0', { files: noSales })
    const { code, output } = await whilePeopleDeal(() => update(broken))
    expect(output).toContain("It can't sell")
    expect(output).toMatch(/What was in the database is in \S+postgres-aside-\d+ now/)
    expect(output).toMatch(/Dogear 0\.2\.0 has the shop again, \d+ s after the failure, and \d+ s for the restore\./)
    expect([code, await service.state()]).toEqual([1, ON_SECOND])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-aside-'))).toHaveLength(1)
  })

  test('one that doesn’t even open, and leaves the database as it is, goes back without a restore', async () => {
    const broken = await release('0.3.1', { files: shelves, changed: instead('process.exit(3)') })
    const { code, output } = await whilePeopleDeal(() => update(broken))
    expect(output).toContain('It has ended by itself')
    expect(output).toMatch(/Dogear 0\.2\.0 has the shop again, \d+ s after the failure\. Nothing/)
    expect([code, await service.state()]).toEqual([1, ON_SECOND])
  })

  test('one that is killed halfway leaves a shop that opens for nobody, until it is taken back', async () => {
    const changed = instead('await new Promise((resolve) => setTimeout(resolve, 600_000))')
    const slow = await release('0.3.2', { files: noSales, changed })
    const killed = service.beginUpdate(slow)
    await until(async () => existsSync(service.mark) && (await readFile(service.mark, 'utf8')).includes('"proving"'))
    const said = async () => (await readFile(service.log, 'utf8')).split('9301-no-sales.sql').length
    const before = await said()
    await until(async () => (await said()) > before)
    killed.kill('SIGKILL')
    expect(await update(slow)).toMatchObject({ code: 1, output: expect.stringContaining('--back') })
    const { code, output } = await update('--back')
    expect(output).toContain('Dogear 0.2.0 has the shop again')
    expect([code, await service.state()]).toEqual([0, ON_SECOND])
    await anOrderOf(shop, await aMember(shop, 'buyer'), await aBookOf(shop, await aMember(shop, 'seller')))
  })
})
