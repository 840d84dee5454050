import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/problems.ts'

/**
 * Closes connections at shutdown: those kept alive after the last answer, and those that browsers open ahead without a
 * request, which Node doesn't count as idle.
 */
export function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isClosing = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
  app.addHook('onRequest', async () => {
    if (isClosing) refuse('unavailable', 'The shop is closing. Nothing is lost; please try again in a minute.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
