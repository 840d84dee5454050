import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tools/run-step.ts'
import { listedMutations } from './listed.ts'
import { fromList } from './mutation.ts'

test.each(listedMutations)('the listed mutation $name applies to the code, and its tests are there', (listed) => {
  const text = readFileSync(path.join(root, listed.file), 'utf8')
  expect(fromList(listed).apply(text)).not.toBe(text)
  expect(listed.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('no two listed mutations have one name', () => {
  expect(new Set(listedMutations.map(({ name }) => name)).size).toBe(listedMutations.length)
})
