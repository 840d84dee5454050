import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { readEnvFile, type EnvFile } from './env-file.ts'

async function read(text: string): Promise<EnvFile> {
  const file = path.join(await aFolder(), 'dogear.env')
  await writeFile(file, text)
  return readEnvFile(file) as EnvFile
}

test.each([
  ['plain', 'A=one two', 'one two'],
  ['spaces around', '  A = one  ', 'one'],
  ['as a shell exports it', 'export A=one', 'one'],
  ['a comment behind', 'A=one # two', 'one'],
  ['double quotes', 'A="one # two" # three', 'one # two'],
  ['double quotes with a line break written', String.raw`A="one\ntwo"`, 'one\ntwo'],
  ['single quotes', String.raw`A='one\ntwo $B "three"'`, String.raw`one\ntwo $B "three"`],
  ['several lines', "A='one\nB=two\nthree'", 'one\nB=two\nthree'],
  ['line ends of Windows', 'A=one\r\nB=two\r\n', 'one'],
  ['a byte-order mark', '\uFEFFA=one', 'one'],
  ['no variables', 'B=two\nA=$B', '$B'],
])('%s', async (_, text, value) => {
  const { values, warnings } = await read(text)
  expect(values.A).toBe(value)
  expect(warnings).toEqual([])
})

test('names have their line, below values of several lines and comments with quotes', async () => {
  const { lines } = await read('# it\'s "\nA=1\n\nB="x\nA=2\n"\n  export C=3')
  expect(Object.fromEntries(lines)).toEqual({ A: 2, B: 4, C: 7 })
})

test('what Node would cut or skip without a word is told, with its line and without the value', async () => {
  const { values, warnings, path: place } = await read('A=pass#word\nword\nB=1\nB=2\nC="open\nD=x')
  expect(values).toEqual({ A: 'pass', B: '2', C: '"open', D: 'x' })
  expect(warnings).toEqual([
    `A: what follows # is taken for a comment; put the value in quotes if it belongs to it (${place}, line 1)`,
    `What is neither NAME=value nor a comment has no effect (${place}, line 2)`,
    `B: stands there twice; the last one counts (${place}, line 4)`,
    `C: its quote has no end, and is taken for a part of the value (${place}, line 5)`,
  ])
})

test('a file that isn’t there is none, and what can’t be read says why', async () => {
  const folder = await aFolder()
  expect(readEnvFile(path.join(folder, 'dogear.env'))).toBeNull()
  await mkdir(path.join(folder, 'folder'))
  expect(readEnvFile(path.join(folder, 'folder'))).toBe('it is a folder')
})
