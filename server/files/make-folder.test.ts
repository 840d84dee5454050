import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { makeFolder } from './make-folder.ts'

const folder = await aFolder()

test('a folder is made with those above it, by several at once; one that is there is left as it is', async () => {
  const deep = path.join(folder, 'a/b/c')
  const made = await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)])
  expect(made).toContain(path.join(folder, 'a'))
  expect((await stat(deep)).mode & 0o777).toBe(0o700)
  expect(await makeFolder(deep)).toBeUndefined()
})

test('the one above may be made by another while it is looked for', async () => {
  for (let round = 0; round < 200; round += 1) {
    const deep = path.join(folder, `round ${round}`, 'below')
    await Promise.all(Array.from({ length: 4 }, () => makeFolder(deep)))
    expect((await stat(deep)).isDirectory()).toBe(true)
  }
})

test('what is in the way is said', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toThrow('EEXIST')
  await expect(makeFolder(path.join(file, 'a/b'))).rejects.toThrow('ENOTDIR')
})

test.runIf(existsSync('/proc/self'))('a disk that makes no folders is not asked for ever', async () => {
  await expect(makeFolder('/proc/nothing/data')).rejects.toThrow(/ENOENT|EACCES|EPERM/)
})
