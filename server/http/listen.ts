import type { FastifyInstance } from 'fastify'

/**
 * Listen backlog: new connections that wait while the program is busy. Node's own 511 is too few for a crowd: further
 * ones are dropped without an answer, and their system retries after 1, then 3, then 7 seconds. The operating system
 * may have a lower limit (Linux: net.core.somaxconn, 4096).
 */
export const LISTEN_BACKLOG = 8192

/** Listens on the shop's address, with a backlog for crowds. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  await app.listen({ host, port, backlog: LISTEN_BACKLOG })
}
