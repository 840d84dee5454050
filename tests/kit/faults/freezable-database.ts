import { once } from 'node:events'
import { connect as open, createServer, type AddressInfo, type Socket } from 'node:net'
import { connect } from '#server/database/connect.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import type { TestDatabase } from '#tests/kit/database.ts'

export interface FreezableDatabase extends TestDatabase {
  /** Number of connections so far. */
  connections(): number
  /** From now on nothing comes through, in either direction; nothing is closed, and new connections hear nothing. */
  freeze(): void
  /** Delivers everything that was held back. */
  thaw(): void
}

/** The same database at another address, where it can fall silent as a server does that is frozen or out of reach. */
export async function freezable(
  { url }: Pick<TestDatabase, 'url'>,
  options: Parameters<typeof connect>[1] = {},
): Promise<FreezableDatabase> {
  const there = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let connections = 0
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    if (isFrozen) socket.pause()
    socket.on('data', (bytes) => void other.write(bytes))
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((client) => {
    connections += 1
    const upstream = open({ host: there.hostname, port: Number(there.port) })
    keep(client, upstream)
    keep(upstream, client)
    if (isFrozen) for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as AddressInfo).port)
  const connection = connect(here.href, options)
  const thaw = () => {
    isFrozen = false
    for (const socket of sockets) socket.resume()
  }
  const close = async () => {
    thaw()
    await connection.close()
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  afterwards(close)
  return {
    ...connection,
    url: here.href,
    connections: () => connections,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw,
    close,
  }
}
