import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { installOutside } from './install.ts'
import type { OutsidePart } from './part.ts'

/** Object stores by an S3 server that is not ours, and by Amazon's own signer. */
export const s3: OutsidePart = {
  name: 's3',
  setUp: async () => {
    const folder = await installOutside('s3')
    const { endpoint, tearDown } = await startServer(path.join(folder, 'node_modules/@20minutes/s3rver'))
    return { env: { OUTSIDE_S3_ENDPOINT: endpoint, OUTSIDE_S3_FOLDER: folder }, tearDown }
  },
  tests: ['tests/outside/s3.test.ts'],
  journeys: [],
}

/** The package has no program of its own. */
const START = `const [, program, settings] = process.argv
new (require(program))(JSON.parse(settings)).run().then(() => console.log('listening'))`

/** Starts the server on a free port, with one bucket in a folder of its own. */
async function startServer(program: string): Promise<{ endpoint: string; tearDown(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-s3-'))
  const port = await freePort()
  const settings = {
    address: '127.0.0.1',
    port,
    directory: folder,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'club', configs: [] }],
  }
  // It encrypts what continues a list by DES.
  const args = ['--openssl-legacy-provider', '--eval', START, program, JSON.stringify(settings)]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  const tearDown = async () => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const said = await Promise.race([once(server.stdout, 'data'), ended.then(() => null)])
  if (said) return { endpoint: `http://127.0.0.1:${port}`, tearDown }
  await tearDown()
  throw new Error('The S3 server did not start.')
}
