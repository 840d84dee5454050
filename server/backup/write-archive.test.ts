import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { createArchive, whyUnwritten } from './write-archive.ts'

const folder = await aFolder()

test('a file that another program made meanwhile is not replaced, and our draft is deleted', async () => {
  const file = path.join(folder, 'shop.tar.gz')
  const archive = await createArchive(file)
  await archive.add('a.txt', Buffer.from('a'))
  await writeFile(file, 'theirs')
  await expect(archive.close({ tables: [], pictures: 0, outside: {} })).rejects.toThrow('shop.tar.gz is there already')
  await archive.discard()
  expect(await readFile(file, 'utf8')).toBe('theirs')
  expect(await readdir(folder)).toEqual(['shop.tar.gz'])
})

test('a full disk is named by the folder that lies on it, which needn’t be the shop’s', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(whyUnwritten(full, '/media/stick/shop.tar.gz.part').message).toBe(
    'The disk of /media/stick is full; make room, or choose a place on another disk.',
  )
})
