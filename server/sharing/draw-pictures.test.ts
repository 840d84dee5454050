import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const programs = path.resolve(import.meta.dirname, '..')

/** Draws while the limit of open files rises from one, until it succeeds. */
const PROGRAM = `
  import { closeSync, openSync } from 'node:fs'
  import { databaseTrouble } from '${programs}/database/trouble.ts'
  const site = { name: 'Dogear', tagline: 'A club', publicUrl: 'http://localhost' }
  const draw = async () => (await import('${programs}/sharing/draw-pictures.ts')).drawSite(site)
  const files = []
  try {
    for (;;) files.push(openSync('${import.meta.filename}', 'r'))
  } catch {}
  const troubles = new Set()
  closeSync(files.pop())
  for (let free = 1; free < 4; free += 1) {
    await draw().catch((error) => void troubles.add(databaseTrouble(error)))
    closeSync(files.pop())
  }
  for (const file of files) closeSync(file)
  console.log(JSON.stringify({ troubles: [...troubles], bytes: (await draw()).length }))
`

test('pictures are drawn again once files may be opened, also where loading the drawing failed before', async () => {
  const run = ['-c', 'ulimit -n 120; exec "$0" --input-type=module -e "$1"', process.execPath, PROGRAM]
  const { stdout } = await promisify(execFile)('sh', run, { env: { ...process.env, NODE_ENV: '' } })
  const { troubles, bytes } = JSON.parse(stdout) as { troubles: string[]; bytes: number }
  expect(troubles.filter((trouble) => trouble !== 'limit')).toEqual([])
  expect(bytes).toBeGreaterThan(1000)
})
