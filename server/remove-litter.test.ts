import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { removeLitter } from './remove-litter.ts'
import { HOUR_MS } from '#contract/duration.ts'

const startedAt = Date.now()
const litter = {
  images: '.incoming-0b06b6a0-1234-4000-8000-000000000000',
  outbox: '000001700000000-000000-0123456789ab.part',
  keys: `shop.json.${'x'.repeat(43)}`,
}
const whole = ['images/0123456789abcdef0123456789abcdef', 'outbox/000001700000000-000000-0123456789ab.json']
const others = ['keys/shop.json', 'keys/shop.json.bak', 'outbox/notes.part', 'images/.incoming', 'mine.json']

let dataDir: string
beforeEach(async () => {
  dataDir = await aFolder()
})

async function put(file: string, hoursOld: number): Promise<void> {
  const at = path.join(dataDir, file)
  const isFolder = file.startsWith('images/')
  await mkdir(isFolder ? at : path.dirname(at), { recursive: true })
  await writeFile(isFolder ? path.join(at, '400.webp') : at, '')
  const time = new Date(startedAt - hoursOld * HOUR_MS)
  await utimes(at, time, time)
}
const left = async () =>
  (await Promise.all(Object.keys(litter).map(async (dir) => readdir(path.join(dataDir, dir))))).flat()

test('in a folder of our own the drafts of killed writes go, and nothing else', async () => {
  for (const [dir, name] of Object.entries(litter)) await put(`${dir}/${name}`, 0.1)
  for (const file of [...whole, ...others]) await put(file, 1000)
  expect(await removeLitter(dataDir, { ownsFolder: true, startedAt })).toBe(3)
  expect(new Set(await left())).toEqual(
    new Set([...whole, ...others].filter((file) => file.includes('/')).map((file) => file.split('/')[1])),
  )
})

test('of pictures that were being removed, what is left goes', async () => {
  await put(`images/${litter.images.replace('incoming', 'outgoing')}`, 0.1)
  expect(await removeLitter(dataDir, { ownsFolder: true, startedAt })).toBe(1)
})

test('what was begun since the start has a writer, and stays', async () => {
  await Promise.all(Object.entries(litter).map(([dir, name]) => put(`${dir}/${name}`, -0.1)))
  expect(await removeLitter(dataDir, { ownsFolder: true, startedAt })).toBe(0)
})

test('in a folder that others may share, a draft is left alone for a day', async () => {
  await put(`images/${litter.images}`, 23)
  await put(`outbox/${litter.outbox}`, 25)
  expect(await removeLitter(dataDir, { ownsFolder: false, startedAt })).toBe(1)
  expect(await readdir(path.join(dataDir, 'images'))).toEqual([litter.images])
})

test('a folder with nothing in it has no litter', async () => {
  expect(await removeLitter(path.join(dataDir, 'new'), { ownsFolder: true })).toBe(0)
})
