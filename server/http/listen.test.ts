import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'

const CROWD = 1500
/** Linux limits the listen backlog; other systems show it elsewhere, or not at all. */
const allowed = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '0'))

/** Listens as the shop does, then blocks its event loop until the gate is opened. */
const BUSY = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.listen).then(async ({ listen }) => {
  const app = require('fastify')()
  app.get('/', async () => 'hello')
  await listen(app, { host: '127.0.0.1', port: 0 })
  parentPort.postMessage(app.server.address().port)
  Atomics.wait(workerData.gate, 0, 0)
})`

test.skipIf(allowed <= CROWD)('a crowd that comes while the program is busy is heard, all of it', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { gate, listen: path.join(import.meta.dirname, 'listen.ts') }
  const worker = new Worker(BUSY, { eval: true, workerData })
  const port = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const visitors: { socket: Socket; isIn: boolean; heard: string }[] = []
  for (let count = 0; count < CROWD; count++) {
    const socket = connect(port, '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => {})
    const visitor = { socket, isIn: false, heard: '' }
    socket.on('connect', () => (visitor.isIn = true)).on('data', (said: string) => (visitor.heard += said))
    socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
    visitors.push(visitor)
  }
  try {
    await until(() => visitors.every(({ isIn }) => isIn))
    expect(visitors.filter(({ heard }) => heard !== '')).toEqual([])
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await until(() => visitors.every(({ heard }) => heard.endsWith('hello')))
  } finally {
    for (const { socket } of visitors) socket.destroy()
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await worker.terminate()
  }
})
