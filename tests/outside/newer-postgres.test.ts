import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { findOlderPostgres } from '#tests/kit/older-postgres.ts'
import { aRelease } from '#tests/kit/releases/a-release.ts'
import { aService } from '#tests/kit/releases/a-service.ts'
import { anOrderOf, orderState } from '#tests/kit/shopping.ts'

const older = await findOlderPostgres()

describe.skipIf(older === null)('a release with another PostgreSQL', { timeout: 900_000 }, () => {
  let service: Awaited<ReturnType<typeof aService>>
  beforeAll(async () => {
    service = await aService()
    await service.open(await aRelease(service.place, { version: '0.1.0', postgres: older! }))
  }, 600_000)
  afterAll(() => service.stop())
  const major = async () =>
    (await readFile(path.join(service.shop.dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).trim()

  test('goes back to the old files where it isn’t well, and takes the rows over where it is', async () => {
    const { place, shop } = service
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller))
    expect(await major()).toBe(older)

    const broken = await aRelease(place, {
      version: '0.2.0',
      changed: [{ file: 'server/proving/proof-route.ts', from: 'await rehearseSale(services)', to: 'Object.fail()' }],
    })
    const failed = await service.update(broken)
    process.stdout.write(failed.output)
    expect([failed.code, await major(), (await service.state())[0]]).toEqual([1, older, '0.1.0'])
    expect(await orderState(shop, buyer, order)).toBe('claimed')

    const done = await service.update(await aRelease(place, { version: '0.3.0' }))
    process.stdout.write(done.output)
    expect(done.output).toContain(`PostgreSQL ${older} becomes `)
    expect([done.code, (await service.state())[0]]).toEqual([0, '0.3.0'])
    expect(Number(await major())).toBeGreaterThan(Number(older))
    expect(await orderState(shop, buyer, order)).toBe('claimed')
    await anOrderOf(shop, await aMember(shop, 'buyer'), await aBookOf(shop, seller))
    const [, aside = ''] = /its files of before are in (\S+)\.\n/.exec(done.output) ?? []
    await access(path.join(aside, 'cluster/PG_VERSION'))
  })
})
