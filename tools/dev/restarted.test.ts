import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { until } from '#tests/kit/until.ts'
import { Restarted } from './restarted.ts'

// Logs what it does. Files tell it what to do: "hesitate" while warming up, "ail" when it opens.
const PROGRAM = `
import { once } from 'node:events'
import { appendFileSync, existsSync } from 'node:fs'
process.chdir(import.meta.dirname)
const note = (words) => appendFileSync('notes', process.pid + ' ' + words + '\\n')
process.on('disconnect', () => process.exit())
if (process.argv.includes('--ahead')) {
  // After logging it.
  if (existsSync('hesitate')) note('hesitates')
  else process.send('warm', () => note('waits'))
  await once(process, 'message')
}
note('opens')
if (existsSync('ail')) process.exit(3)
process.send('warm')
`

let folder: string
let server: Restarted
let said: string[]
beforeEach(async () => {
  folder = await aFolder()
  await writeFile(path.join(folder, 'program.ts'), PROGRAM)
  said = []
  server = new Restarted(path.join(folder, 'program.ts'), process.env, (line) => said.push(line))
})
afterEach(() => server.end())

const tell = (name: string) => writeFile(path.join(folder, name), '')
async function notes(): Promise<[pid: string, words: string][]> {
  const text = await readFile(path.join(folder, 'notes'), 'utf8').catch(() => '')
  return [...text.matchAll(/^(\d+) (\w+)$/gm)].map(([, pid = '', words = '']) => [pid, words])
}
/** Waits until the log has these lines; returns the pids. */
async function pidsOnce(...expected: string[]): Promise<string[]> {
  await until(async () => (await notes()).length >= expected.length)
  expect((await notes()).map(([, words]) => words)).toEqual(expected)
  return (await notes()).map(([pid]) => pid)
}
function isRunning(pid: string | undefined): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

test('who waits takes the place of who runs, and another one waits', async () => {
  server.start()
  await pidsOnce('opens', 'waits')
  server.restart('one.ts changed')
  const [first, ahead, opened, next] = await pidsOnce('opens', 'waits', 'opens', 'waits')
  expect(opened).toBe(ahead)
  expect([isRunning(first), isRunning(opened), isRunning(next)]).toEqual([false, true, true])
  expect(said).toEqual(['one.ts changed; starting the server again.'])
  await server.end()
  await until(() => !isRunning(opened) && !isRunning(next))
})

test('who is not ready yet is given up for one that begins at once', async () => {
  await tell('hesitate')
  server.start()
  await pidsOnce('opens', 'hesitates')
  server.restart('one.ts changed')
  const [, ahead, opened] = await pidsOnce('opens', 'hesitates', 'opens', 'hesitates')
  expect(opened).not.toBe(ahead)
  await until(() => !isRunning(ahead))
})

test('after a failure another one waits for the change that mends it', async () => {
  await tell('ail')
  server.start()
  await pidsOnce('opens', 'waits')
  expect(said).toEqual(['The server ended with 3; it starts again when a file changes.'])
  await rm(path.join(folder, 'ail'))
  server.restart('one.ts changed')
  const [, ahead, opened] = await pidsOnce('opens', 'waits', 'opens', 'waits')
  expect(opened).toBe(ahead)
})
