import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tools/run-step.ts'
import { listedMutations } from './listed.ts'

test.each(listedMutations)('the listed mutation $name applies to the code, and its tests are there', (listed) => {
  const text = readFileSync(path.join(root, listed.file), 'utf8')
  expect(listed.apply(text)).not.toBe(text)
  expect(listed.tests.flat().filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
