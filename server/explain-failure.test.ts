import { expect, test } from 'vitest'
import { OperatorError } from './database/operator-error.ts'
import { explainFailure } from './explain-failure.ts'

test('a folder that can’t be made is a sentence: a disk that is read-only says ENOENT to mkdir', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/data/keys' })
  expect(explainFailure(error)).toMatch(/^\/data\/keys can't be written; [^\n]*$/)
})

test('a stack keeps the password of an address that a library quotes to itself', () => {
  const explained = explainFailure(
    new Error('no route to postgres://club:geheim@db.example.org/club, key sk_live_4711'),
  )
  expect(explained).toContain('postgres://[hidden]@db.example.org/club, key [hidden]')
})

test('a file of ours that is missing keeps its stack', () => {
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: '/shop/build' })
  expect(explainFailure(error)).toContain(import.meta.filename)
})

test('too few open files are explained with the cure, in any part of the program', () => {
  for (const error of [
    Object.assign(new Error("EMFILE: too many open files, open '/shop/server/x.ts'"), { code: 'EMFILE' }),
    Object.assign(new Error('Cannot read package config /shop/package.json: too many open files.'), {
      code: 'ERR_INVALID_PACKAGE_CONFIG',
    }),
    new OperatorError("The database can't be made: FATAL: insufficient file descriptors available"),
  ])
    expect(explainFailure(error)).toMatch(/^The system lets this program open too few files[^\n]*LimitNOFILE[^\n]*$/)
})
