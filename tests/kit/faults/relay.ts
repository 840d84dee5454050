import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP relay on loopback that can fall silent, cut its connections, or refuse new ones. */
export interface Relay {
  port: number
  /** Number of connections so far. */
  connections(): number
  /** From now on nothing comes through, in either direction; nothing is closed, and new connections hear nothing. */
  freeze(): void
  /** Ends all connections at once; new ones come through. */
  cut(): void
  /** From now on each new connection is closed at once, and the present ones are cut. */
  refuse(): void
  /** From now on new connections lead to this port of the same host. */
  lead(port: number): void
  /** Delivers everything that was held back, and lets new connections through. */
  open(): void
  close(): void
}

/** Relays to a server. Several may stand before the same one. */
export async function startRelay(to: { host: string; port: number }): Promise<Relay> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'frozen' | 'refusing' = 'open'
  let connections = 0
  let { port } = to
  const pair = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    if (state === 'frozen') socket.pause()
    socket.on('data', (bytes) => void other.write(bytes))
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((client) => {
    connections += 1
    if (state === 'refusing') return void client.destroy()
    const upstream = connect({ host: to.host, port })
    pair(client, upstream)
    pair(upstream, client)
    if (state === 'frozen') for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const open = () => {
    state = 'open'
    for (const socket of sockets) socket.resume()
  }
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    freeze: () => {
      state = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    cut,
    lead: (next) => {
      port = next
    },
    refuse: () => {
      state = 'refusing'
      cut()
    },
    open,
    close: () => {
      server.close()
      cut()
    },
  }
}
