import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'

test('a folder that can’t be made is a sentence: a disk that is read-only says ENOENT to mkdir', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/data/keys' })
  expect(explainFailure(error)).toMatch(/^\/data\/keys can't be written; [^\n]*$/)
})

test('a file of ours that is missing keeps its stack', () => {
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: '/shop/build' })
  expect(explainFailure(error)).toContain(import.meta.filename)
})
