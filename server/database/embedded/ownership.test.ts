import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { takeOwnership } from './ownership.ts'

test('a folder has its owner until that one lets go, though nothing in the program refers to the ownership', async () => {
  const folder = await aFolder()
  takeOwnership(folder, 'a test')?.release()
  expect(takeOwnership(folder, 'a test')).not.toBeNull()
  await collectGarbage()
  expect(takeOwnership(folder, 'another test')).toBeNull()
})

/** Finalizers run in a later turn. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await sleep(1)
  }
}
