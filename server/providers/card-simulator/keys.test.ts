import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardSimulatorKeys } from './keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the keys are made once, however many programs ask at once, and are the owner’s alone', async () => {
  const dataDir = path.join(folder, 'data')
  const asked = await Promise.all(Array.from({ length: 8 }, () => cardSimulatorKeys(dataDir)))
  expect(new Set(asked.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await cardSimulatorKeys(dataDir)).toEqual(asked[0])
  expect(await readdir(path.join(dataDir, 'keys'))).toEqual(['card-simulator.json'])
  const file = await stat(path.join(dataDir, 'keys', 'card-simulator.json'))
  expect(file.mode & 0o777).toBe(0o600)
  // The database's user has to pass through the folder.
  expect((await stat(dataDir)).mode & 0o055).toBe(0o055)
})

test('another data folder has other keys', async () => {
  const [one, other] = [
    await cardSimulatorKeys(path.join(folder, '1')),
    await cardSimulatorKeys(path.join(folder, '2')),
  ]
  expect(one.secretKey).not.toBe(other.secretKey)
  expect(one.publishableKey).not.toBe(other.publishableKey)
  expect(one.webhookSecret).not.toBe(other.webhookSecret)
})

test('a damaged file is named', async () => {
  await cardSimulatorKeys(folder)
  await writeFile(path.join(folder, 'keys', 'card-simulator.json'), '{')
  await expect(cardSimulatorKeys(folder)).rejects.toThrow(/card-simulator\.json is damaged/)
})
