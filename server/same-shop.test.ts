import { access, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { saveLastStart } from './last-start.ts'
import { markAsOurs, refuseEmpty, refuseForgotten, refuseOtherKeys } from './same-shop.ts'

const { services } = await startTestServer()
const { db } = services
const url = 'postgres://club:secret@db.example.org:5433/books'
const database = { kind: 'server' as const, url }
const aPlace = async (mode: 'live' | 'demo' = 'live') => ({ mode, database, backups: null, dataDir: await aFolder() })

test('a live start in a folder that a shop’s data have left is refused, unless the shop is to be new', async () => {
  const place = await aPlace()
  await refuseForgotten(place, false)
  await markAsOurs(db, place)
  await refuseForgotten(place, false)

  const gone = expect.objectContaining({
    message: expect.stringMatching(
      /^The data of a shop were in \S+, and nothing is there now; it was with the database books on db\.example\.org:5433\. Is a disk not mounted\?/,
    ),
  })
  for (const name of await readdir(place.dataDir)) await rm(path.join(place.dataDir, name), { recursive: true })
  await expect(refuseForgotten(place, false)).rejects.toEqual(gone)
  await rm(place.dataDir, { recursive: true })
  await expect(refuseForgotten({ ...place, database: { kind: 'embedded' } }, false)).rejects.toEqual(gone)
  // Nothing was made there.
  await expect(access(place.dataDir)).rejects.toThrow('ENOENT')

  await refuseForgotten(place, true)
  await refuseForgotten({ ...place, mode: 'demo' }, false)
  await refuseForgotten(await aPlace(), false)
})

test('a live first start where backups are says so, and how the shop comes back or another one begins', async () => {
  const dir = await aFolder()
  const backups = { dir, everyMs: 1000, keep: 7, trialEveryMs: null }
  const place = { ...(await aPlace()), database: { kind: 'embedded' as const }, backups }
  await refuseForgotten(place, false)
  for (const name of [
    'dogear-2026-11-25T03-00-00Z',
    'dogear-by-hand-2026-11-26T18-30-00Z',
    'dogear-2026-11-26T03-00-00Z',
  ])
    await writeFile(path.join(dir, `${name}.tar.gz`), 'a backup')
  const newest = path.join(dir, 'dogear-by-hand-2026-11-26T18-30-00Z.tar.gz')
  const says = `There is no shop in ${place.dataDir} yet, and there are backups of one (3); the newest, of 2026-11-26 at 18:30 UTC, is ${newest}. To take that shop back: npm run restore -- ${newest}. To begin a new one: npm start -- --new.`
  await expect(refuseForgotten(place, false)).rejects.toThrow(says)
  // Nothing was made there, so that the restore finds it empty.
  expect(await readdir(place.dataDir)).toEqual([])
  await refuseForgotten(place, true)
  await refuseForgotten({ ...place, mode: 'demo' }, false)

  const empty = await testDatabase({ migrated: false })
  const server = (found: { url: string }) => ({ ...place, database: { kind: 'server' as const, url: found.url } })
  await expect(refuseForgotten(server(empty), false)).rejects.toThrow('To take that shop back')
  expect((await empty.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rowCount).toBe(0)
  // A database with a shop in it lacks its keys: that is told later, by its mark.
  await refuseForgotten(server(await testDatabase()), false)
  await refuseForgotten(server({ url: 'postgres://club@127.0.0.1:1/books' }), false)

  await markAsOurs(db, place)
  await rm(path.join(place.dataDir, 'keys'), { recursive: true })
  await expect(refuseForgotten(place, false)).rejects.toThrow(
    `Mount it; or take the shop back from a backup by npm run restore -- ${newest} (the newest, of 2026-11-26 at 18:30 UTC)`,
  )
})

test('a damaged mark hinders nobody', async () => {
  const place = await aPlace()
  const home = path.dirname(place.dataDir)
  await markAsOurs(db, place)
  const mark = (await readdir(home)).find((name) => name.endsWith('.dogear.json'))!
  await rm(path.join(place.dataDir, 'keys'), { recursive: true })
  await expect(refuseForgotten(place, false)).rejects.toThrow('nothing is there now')
  await writeFile(path.join(home, mark), '{')
  await refuseForgotten(place, false)
})

test('a live shop’s database opens with its own keys alone, unless the shop is to be new', async () => {
  const [own, other] = [await aPlace(), await aPlace()]
  await markAsOurs(db, own)
  await refuseOtherKeys(db, own, false)
  await expect(refuseOtherKeys(db, other, false)).rejects.toThrow(
    `The database books on db.example.org:5433 is of the shop whose data folder was ${own.dataDir} on `,
  )
  await refuseOtherKeys(db, { ...other, mode: 'demo' }, false)
  await refuseOtherKeys(db, other, true)

  await markAsOurs(db, other)
  await refuseOtherKeys(db, other, false)
  await expect(refuseOtherKeys(db, own, false)).rejects.toThrow(`${own.dataDir} doesn't have its keys`)
})

test('a demo marks nothing', async () => {
  const place = await aPlace('demo')
  await markAsOurs(db, place)
  expect(await readdir(path.dirname(place.dataDir))).toEqual([path.basename(place.dataDir)])
})

test('a forgotten address of the database is told, without its password', async () => {
  const place = await aPlace()
  const environment = { DATABASE_URL: url, DOGEAR_MODE: 'live' }
  await saveLastStart(place.dataDir, { environment, envFile: null, values: environment })
  const embedded = { ...place, database: { kind: 'embedded' as const } }
  const said = `is in the database books on db.example.org:5433, and`
  await expect(refuseForgotten(embedded, false)).rejects.toThrow(`${said} DATABASE_URL isn't set`)
  const elsewhere = { kind: 'server' as const, url: 'postgres://club@db.example.org/boks' }
  await expect(refuseEmpty({ ...place, database: elsewhere })).rejects.toThrow(
    `${said} the database boks on db.example.org is empty`,
  )
  await refuseEmpty(place)
})
