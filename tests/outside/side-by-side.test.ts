import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '#server/database/read-migrations.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { aRelease } from '#tests/kit/releases/a-release.ts'
import { startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf, orderState } from '#tests/kit/shopping.ts'
import { root } from '#tools/run-step.ts'

const ADDED = `-- Owner: books
-- Kind: expand
CREATE TABLE planted_shelves (book_id uuid REFERENCES books);
ALTER TABLE orders ADD COLUMN planted text NOT NULL DEFAULT 'none';
`
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The newest release that was tagged, unpacked; null where there is none, or it is this very commit. */
async function lastRelease(place: string): Promise<string | null> {
  const [tag] = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')
  if (!tag || git('rev-parse', `${tag}^{commit}`) === git('rev-parse', 'HEAD')) return null
  const folder = path.join(place, tag)
  await mkdir(folder)
  const tar = execFileSync('git', ['archive', tag], { cwd: root, maxBuffer: 2 ** 29 })
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  for (const name of ['node_modules', 'build']) await symlink(path.join(root, name), path.join(folder, name))
  return folder
}

/** Sells a copy to a new buyer: listed at one shop, bought at another. */
async function sell(at: ShopProcess, through: ShopProcess): Promise<void> {
  const [seller, buyer] = [await aMember(at, 'seller'), await aMember(through, 'buyer')]
  const order = await anOrderOf(through, buyer, await aBookOf(at, seller))
  expect(await orderState(at, buyer, order)).toBe('claimed')
}

const place = path.dirname(await temporaryFolder())
const older = await lastRelease(place)
const knownThen = older ? await readMigrations(path.join(older, 'server/database/migrations')) : []
const isContracting = (await readMigrations()).some(
  ({ name, kind }) => older && kind !== 'expand' && !knownThen.some((one) => one.name === name),
)

// Without a tagged release this program is the old one, and the new one is this with something added. From the first
// tag on the new one is this program, on the data that the last release made.
test.skipIf(isContracting)(
  'the last release and this one sell on one database, as long as this one only adds to it',
  async () => {
    const { url } = await testDatabase({ migrated: false })
    const dataDir = path.join(place, 'data')
    const env = { DATABASE_URL: url, DOGEAR_MODE: 'demo' }
    const newer = older
      ? root
      : await aRelease(place, { version: '99.0.0', files: { 'server/database/migrations/9201-added.sql': ADDED } })
    const start = async (checkout: string) => {
      const shop = await startShop({ checkout, dataDir, env, program: 'server/start.ts' })
      onTestFinished(async () => void (await shop.stop({ keepData: true })))
      return shop
    }
    const old = await start(older ?? root)
    await sell(old, old)
    const fresh = await start(newer)
    for (const [at, through] of [
      [old, old],
      [fresh, fresh],
      [old, fresh],
      [fresh, old],
    ] as const)
      await sell(at, through)
    expect((await fetch(`${old.origin}/api/ready`)).status).toBe(200)
  },
  600_000,
)
