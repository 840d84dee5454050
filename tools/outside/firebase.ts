import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { installOutside } from './install.ts'
import type { OutsidePart } from './part.ts'

/** Firebase knows a project with this beginning to be made up, and asks nobody for it. */
const PROJECT = 'demo-dogear'
const PATIENCE_MS = 120_000

/** Firebase Auth by its maker's emulator, which for Auth alone needs neither Java nor a network. */
export const firebase: OutsidePart = {
  name: 'firebase',
  setUp: async () => {
    const folder = await installOutside('firebase')
    const { host, tearDown } = await startEmulator(path.join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js'))
    return { env: { OUTSIDE_FIREBASE_EMULATOR: host, OUTSIDE_FIREBASE_PROJECT: PROJECT }, tearDown }
  },
  tests: ['tests/outside/firebase.test.ts'],
  journeys: ['tests/outside/firebase.spec.ts', 'tests/outside/moving.spec.ts'],
}

/** Starts the emulator on free ports, in a folder of its own, where it also writes its log. */
async function startEmulator(program: string): Promise<{ host: string; tearDown(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-firebase-'))
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } }
  await writeFile(path.join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const emulator = spawn(process.execPath, [program, 'emulators:start', '--only', 'auth', '--project', PROJECT], {
    cwd: folder,
    stdio: 'ignore',
    // Its own settings and caches, not the person's.
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' },
  })
  const ended = once(emulator, 'close')
  const tearDown = async () => {
    emulator.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const host = `127.0.0.1:${auth}`
  try {
    await untilItAnswers(`http://${host}/`, () => emulator.exitCode !== null)
  } catch (error) {
    await tearDown()
    throw error
  }
  return { host, tearDown }
}

async function untilItAnswers(address: string, hasEnded: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (
    !(await fetch(address)
      .then(({ ok }) => ok)
      .catch(() => false))
  ) {
    if (hasEnded() || Date.now() > giveUpAt) throw new Error('The Firebase emulator did not start.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
