import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time in which a request still arrives on a connection that was just accepted. */
const UNUSED_GRACE_MS = 1000

const unusedOf = new WeakMap<Server, Set<Socket>>()

/** Connections without a request so far, from the first call on. */
export function unusedConnections(server: Server): ReadonlySet<Socket> {
  const known = unusedOf.get(server)
  if (known) return known
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  unusedOf.set(server, unused)
  return unused
}

/**
 * Graceful shutdown of connections: those kept alive are closed after their last answer; those that browsers open ahead
 * without a request, which Node doesn't count as idle, after a moment. Requests that arrive in it are served: with a
 * socket of the service manager the next visitors wait for the next process, and none is refused.
 */
export function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isClosing = false
  const unused = unusedConnections(app.server)
  app.addHook('preClose', async () => {
    isClosing = true
    const destroyUnused = () => {
      for (const socket of unused) socket.destroy()
    }
    // What has arrived is read before the immediate.
    const sweep = setInterval(() => setImmediate(destroyUnused), UNUSED_GRACE_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
