import { expect, test } from 'vitest'
import { openLongSession } from '#server/backup/long-session.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aRelease } from '#tests/kit/releases/a-release.ts'
import { aService } from '#tests/kit/releases/a-service.ts'
import { anOrderOf, orderState } from '#tests/kit/shopping.ts'

const NO_SALES =
  '-- Owner: orders\n-- Kind: contract\nALTER TABLE orders ADD CONSTRAINT planted CHECK (false) NOT VALID;\n'

test('with a database of its own server a shop goes back as well: the rows of before, and what was there in schemas aside', async () => {
  const { pool, url } = await testDatabase({ migrated: false })
  const service = await aService({ databaseUrl: url })
  const { place, shop } = service
  try {
    await service.open(await aRelease(place, { version: '0.1.0' }))
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller))

    const files = { 'server/database/migrations/9301-no-sales.sql': NO_SALES }
    const failed = await service.update(await aRelease(place, { version: '0.2.0', files }))
    process.stdout.write(failed.output)
    expect(failed.output).toMatch(/is in its schemas aside_\d+_card_simulator, .*aside_\d+_search now/)
    expect([failed.code, await service.state()]).toEqual([1, ['0.1.0', 'dogear-0.1.0', false]])
    expect(await orderState(shop, buyer, order)).toBe('claimed')
    await anOrderOf(shop, await aMember(shop, 'buyer'), await aBookOf(shop, seller))

    // What lies aside is in nobody's way.
    const done = await service.update(await aRelease(place, { version: '0.3.0' }))
    process.stdout.write(done.output)
    expect([done.code, await service.state()]).toEqual([0, ['0.3.0', 'dogear-0.3.0', false]])
    expect(await orderState(shop, buyer, order)).toBe('claimed')
    const { rows } = await pool.query("SELECT FROM pg_namespace WHERE starts_with(nspname, 'aside_')")
    expect(rows).toHaveLength(5)

    // Another program on the database keeps an update from beginning.
    const other = await openLongSession(url, 'dogear elsewhere')
    const refused = await service.update(await aRelease(place, { version: '0.4.0' }))
    await other.end()
    expect(refused.output).toContain('is working on this database')
    expect([refused.code, await service.state()]).toEqual([1, ['0.3.0', 'dogear-0.3.0', false]])
  } finally {
    await service.stop()
  }
}, 900_000)
