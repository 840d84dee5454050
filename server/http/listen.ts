import type { FastifyInstance } from 'fastify'

/**
 * How many new visitors may wait at the door while the program is busy with others. Node's own 511 is too few for a
 * crowd: whoever comes next isn't heard at all, not even to be sent away, and is tried again by their system after 1,
 * then 3, then 7 seconds. The operating system may know a lower limit (Linux: net.core.somaxconn, 4096).
 */
const MOST_AT_THE_DOOR = 8192

/** Opens the shop's address to everybody, crowds included. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  await app.listen({ host, port, backlog: MOST_AT_THE_DOOR })
}
