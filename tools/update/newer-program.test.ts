import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hashFile } from '#server/files/hash-file.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { writeArchive } from '#tools/release/write-archive.ts'
import { readProgram, unpackRelease } from './newer-program.ts'
import { callOf, linkBeside, switchLink } from './programs.ts'

/** A release in small, with its checksums. */
async function aRelease() {
  const folder = await aFolder()
  const archive = path.join(folder, 'dogear-0.2.0-linux-x64.tar.gz')
  const entries = [
    { name: 'package.json', text: '{"name":"dogear","version":"0.2.0"}' },
    { name: 'CHANGELOG.md', text: '## 0.2.0 — 2027-01-01' },
    { name: 'dogear', text: '#!/bin/sh\n', isProgram: true },
    { name: 'server/database/migrations/9101-more.sql', text: '-- More.\n-- Kind: expand\nSELECT 1;' },
  ]
  await writeArchive(archive, { folder: 'dogear-0.2.0', entries, mtime: new Date(0) })
  const sums = path.join(folder, 'SHA256SUMS')
  await writeFile(sums, `${'0'.repeat(64)}  another.tar.gz\n${await hashFile(archive)}  ${path.basename(archive)}\n`)
  const into = path.join(folder, 'into')
  await mkdir(into)
  return { archive, sums, into }
}

test('an archive is unpacked beside the others, once, and read without being run', async () => {
  const { archive, into } = await aRelease()
  const root = await unpackRelease(archive, into)
  expect(root).toBe(path.join(into, 'dogear-0.2.0'))
  const program = await readProgram(root)
  expect(program).toMatchObject({ root, version: '0.2.0', changes: '## 0.2.0 — 2027-01-01', postgres: null })
  expect(program.migrations.at(-1)).toMatchObject({ name: '9101-more.sql', kind: 'expand' })
  await writeFile(path.join(root, 'of-use'), '')
  expect(await unpackRelease(archive, into)).toBe(root)
  expect(await readdir(root)).toContain('of-use')
  expect(await readdir(into)).toEqual(['dogear-0.2.0'])
})

test('one that arrived otherwise than it was sent is refused, and so is one that nothing vouches for', async () => {
  const { archive, sums, into } = await aRelease()
  await writeFile(sums, (await readFile(sums, 'utf8')).replace(/^[0-9a-f]{64}(?= {2}dogear)/m, '1'.repeat(64)))
  await expect(unpackRelease(archive, into)).rejects.toThrow('isn’t what'.replace('’', "'"))
  await writeFile(sums, '')
  await expect(unpackRelease(archive, into)).rejects.toThrow("doesn't name dogear-0.2.0-linux-x64.tar.gz")
  await expect(unpackRelease(path.join(into, 'none.tar.gz'), into)).rejects.toThrow('is not there')
  expect(await readdir(into)).toEqual([])
  await expect(readProgram(into)).rejects.toThrow('There is no Dogear in')
})

test('a command is called by the release’s program, or by npm’s script in a checkout', async () => {
  const { archive, into } = await aRelease()
  const root = await unpackRelease(archive, into)
  expect(callOf(root, 'doctor')).toEqual([path.join(root, 'dogear'), 'doctor'])
  const own = path.resolve(import.meta.dirname, '../..')
  const run = [process.execPath, path.join(own, 'tools/run.mjs')]
  expect(callOf(own, 'doctor')).toEqual([...run, 'tools/doctor/doctor.ts'])
  expect(callOf(own, 'start')).toEqual([...run, '--screens', 'server/start.ts'])
  expect(() => callOf(own, 'none')).toThrow('has no command none')
})

test('the link beside a program is made, or switched in one step; one to another program is left alone', async () => {
  const folder = await aFolder()
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
  const link = await linkBeside(one)
  expect(link).toBe(path.join(folder, 'current'))
  await switchLink(link, one)
  expect(await linkBeside(one)).toBe(link)
  await switchLink(link, other)
  expect(await readlink(link)).toBe('other')
  await expect(linkBeside(one)).rejects.toThrow('names another program than')
  await symlink('one', path.join(folder, 'dogear'))
  expect(await linkBeside(one)).toBe(path.join(folder, 'dogear'))
  await symlink(one, path.join(folder, 'old'))
  await expect(linkBeside(one)).rejects.toThrow('Several links name')
})
