import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { until } from '#tests/kit/until.ts'

const folder = await aFolder()

const PROGRAM = `
  const { appendFileSync } = await import('node:fs')
  const { onHangUp } = await import(process.argv[1])
  const note = (word) => appendFileSync(process.argv[2], word + '\\n')
  onHangUp({ onClosed: () => (note('closed'), process.exit()), onSent: () => note('sent') })
  note(process.pid)
  setInterval(() => {}, 1000)
`
/** The command of a program that writes its id and each SIGHUP into a file. */
async function aProgram(name: string) {
  const file = path.join(folder, name)
  await appendFile(file, '')
  const words = async () => (await readFile(file, 'utf8')).trim().split('\n')
  const args = ['--input-type=module', '-e', PROGRAM, path.join(import.meta.dirname, 'hang-up.ts'), file]
  return { args, words, pid: async () => Number((await words())[0]) }
}

test('a shop without a terminal goes on', async () => {
  const { args, words, pid } = await aProgram('service')
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  await until(async () => (await pid()) > 0)
  child.kill('SIGHUP')
  await until(async () => (await words()).includes('sent'))
  child.kill('SIGKILL')
  expect(await words()).toEqual([String(child.pid), 'sent'])
})

const SCRIPT = '/usr/bin/script'

test.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT))(
  'in a terminal it goes on when the signal was sent, and ends when the window was closed',
  async () => {
    const { args, words, pid } = await aProgram('terminal')
    const quoted = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    const terminal = spawn(SCRIPT, ['-qc', quoted.join(' '), '/dev/null'], { stdio: ['pipe', 'ignore', 'inherit'] })
    await until(async () => (await pid()) > 0)
    process.kill(await pid(), 'SIGHUP')
    await until(async () => (await words()).includes('sent'))
    terminal.kill('SIGKILL')
    await until(async () => (await words()).includes('closed'))
    expect((await words()).slice(1)).toEqual(['sent', 'closed'])
  },
)
