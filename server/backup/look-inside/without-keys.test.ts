import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { OPENING } from '../backup-format.ts'
import { withoutKeys } from './without-keys.ts'
import { createArchive } from '../write-archive.ts'

test('a download that its reader breaks off at any moment ends nothing else', async () => {
  const file = path.join(await aFolder(), 'backup.tar.gz')
  const archive = await createArchive(file)
  const opening = {
    format: 1,
    program: '',
    madeAt: new Date().toISOString(),
    migrations: [],
    tables: [],
    sequences: [],
  }
  await archive.add(OPENING, Buffer.from(JSON.stringify(opening)))
  for (let picture = 0; picture < 12; picture += 1)
    await archive.add(`images/${String(picture).padStart(32, '0')}/1200.webp`, randomBytes(1024 * 1024))
  await archive.close({ tables: [], pictures: 12, outside: {} })
  // Uncaught exceptions fail this run, as they end a shop.
  for (let most = 0; most < 12; most += 1) {
    let read = 0
    for await (const chunk of await withoutKeys(file)) {
      read += (chunk as Buffer).length
      if (read > most * 1024 * 1024) break
    }
    expect(read).toBeGreaterThan(most * 1024 * 1024)
  }
})
