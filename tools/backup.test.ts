import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openArchive } from '#server/backup/read-archive.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { live, runProgram, startShop, temporaryFolder } from '#tests/kit/shop-process.ts'

const SECONDS = 1000

// Processes of their own with folders and embedded databases of their own.
describe.skipIf(process.env.DATABASE_URL)('backup, restore and move', { timeout: 240 * SECONDS }, () => {
  let folder: string
  const place = (name: string) => path.join(folder, name)
  const run = (tool: string, dataDir: string, ...args: string[]) =>
    runProgram(`tools/${tool}.ts`, args, { ...live, DATA_DIR: place(dataDir) })

  beforeAll(async () => {
    folder = await temporaryFolder()
    const { code, output } = await run('admin', 'shop', 'boss@example.org')
    if (code !== 0) throw new Error(output)
    await mkdir(place('shop/pages'))
    await writeFile(place('shop/pages/about.md'), '# About us')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function contentsOf(file: string) {
    const archive = await openArchive(file)
    for await (const _ of archive.entries);
    return archive.end().tables
  }

  test('a shop goes into one file that only its owner may read, and comes out of it elsewhere', async () => {
    const file = place('shop.tar.gz')
    const taken = await run('backup', 'shop', file)
    expect(taken.output).toContain(`Backing up the embedded database in ${place('shop')}`)
    expect(taken.output).toMatch(/shop\.tar\.gz: \d+ rows, 0 pictures, [\d,]+ bytes\. It holds the shop's keys/)
    expect(taken.code).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await run('backup', 'shop', file)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is there already; choose another name.'),
    })

    const restored = await run('restore', 'copy', file)
    expect(restored.output).toMatch(/The shop of \d{4}-.* is back: \d+ rows, 0 pictures\. npm start opens it\./)
    expect(restored.code).toBe(0)
    expect(await readFile(place('copy/pages/about.md'), 'utf8')).toBe('# About us')
    expect(await readFile(place('copy/keys/shop.json'), 'utf8')).toBe(
      await readFile(place('shop/keys/shop.json'), 'utf8'),
    )
    expect((await stat(place('copy/keys/shop.json'))).mode & 0o777).toBe(0o600)
    expect(await run('backup', 'copy', place('copy.tar.gz'))).toMatchObject({ code: 0 })
    expect(await contentsOf(place('copy.tar.gz'))).toEqual(await contentsOf(file))

    const again = await run('restore', 'copy', file)
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty: it has postgres/.') })
    expect(taken.output + restored.output + again.output).not.toMatch(/^\s+at /m)
  })

  test('a shop that was moved opens where it is; tools follow, and what it left opens only when it is taken back', async () => {
    const { url, close } = await testDatabase({ migrated: false })
    onTestFinished(close)
    const name = new URL(url).pathname.slice(1)
    const moved = await run('move', 'copy', '--to', url)
    expect(moved.output).toContain('All of it arrived. From now on start the shop with DATABASE_URL set')
    expect(moved.code).toBe(0)
    const again = await run('move', 'copy', '--to', url)
    expect(again.output).toContain(`The shop is in the database ${name} on 127.0.0.1`)
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('already: there is nothing to move.')])
    const start = { ...live, DATA_DIR: place('copy'), PORT: String(await freePort()) }
    expect(await runProgram('server/start.ts', [], start)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The shop in this database was moved to the database ${name} on`),
    })
    const admin = await run('admin', 'copy', 'second@example.org')
    expect([admin.code, admin.output]).toEqual([0, expect.stringContaining(`with the database ${name} on`)])
    const back = await run('move', 'copy', '--back-to', 'embedded')
    expect([back.code, back.output]).toEqual([0, expect.stringContaining('again, as it was when it left')])
    expect((await run('admin', 'copy', 'third@example.org')).output).toContain('with the embedded database in')
    const left = await runProgram('tools/admin.ts', ['boss@example.org'], { ...start, DATABASE_URL: url })
    expect([left.code, left.output]).toEqual([1, expect.stringContaining('was moved to the embedded database in')])
  })

  test('what is called wrongly or can’t be done is answered with what to do, and makes nothing', async () => {
    const calls: [run: ReturnType<typeof run>, says: string][] = [
      [run('backup', 'none'), 'npm run backup -- backups/monday.tar.gz'],
      [run('backup', 'none', place('none.tar.gz')), `There is no shop in ${place('none')}`],
      [run('restore', 'none'), 'npm run restore -- backups/monday.tar.gz'],
      [run('restore', 'none', place('none.tar.gz')), 'none.tar.gz is not there.'],
      [run('restore', 'none', place('none.tar.gz'), '--show', 'listing'), '--show listing ID'],
      [run('restore', 'none', place('none.tar.gz'), '--find', 'salt'), 'none.tar.gz is not there.'],
      [run('restore', 'none', place('none.tar.gz'), '--put-back', 'order', '7K4-M2QX'), 'An order can’t be put back'],
      [
        run('restore', 'none', place('none.tar.gz'), '--put-back', 'account', 'a@b.org'),
        'An account can’t be put back',
      ],
      [run('move', 'none'), 'npm run move -- --to postgres://'],
      [run('move', 'none', '--to', 'mysql://localhost/shop'), 'npm run move -- --to postgres://'],
      [run('move', 'none', '--to', 'embedded'), 'The shop is in the embedded database already'],
      [run('move', 'none', '--to', 'postgres://127.0.0.1:1/shop'), `There is no shop in ${place('none')}`],
      [run('move', 'shop', '--to', 'postgres://club:secret@127.0.0.1:1/shop'), "The database can't be reached"],
    ]
    for (const [done, says] of calls) {
      const { code, output } = await done
      expect({ says, code, output }).toMatchObject({ code: 1, output: expect.stringContaining(says) })
      expect(output).not.toMatch(/^\s+at |secret/m)
    }
    await expect(stat(place('none'))).rejects.toThrow('ENOENT')
  })

  test('while the shop runs it is backed up, and is not moved', async () => {
    const shop = await startShop({ env: { ...live, BACKUP_DIR: place('backups') }, dataDir: place('shop') })
    try {
      expect(await shop.tool('tools/backup.ts', place('running.tar.gz'))).toMatchObject({ code: 0 })
      const { output } = await shop.tool('tools/move.ts', '--to', 'postgres://127.0.0.1:1/shop')
      expect(output).toMatch(/is in use by npm start \(pid \d+\); stop that one first/)
      const ready = async () => (await (await fetch(`${shop.origin}/api/ready`)).json()) as { backups: object }
      await expect.poll(ready).toMatchObject({ backups: { state: 'ok', last: expect.any(String) } })
    } finally {
      expect(await shop.stop({ keepData: true })).toBe(0)
    }
  })
})
