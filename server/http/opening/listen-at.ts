import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { LISTEN_BACKLOG } from '#server/http/listen.ts'

/** Where to listen: an address, or sockets on which the service manager listens already, by their file descriptors. */
export type Place = { host: string; port: number } | { sockets: readonly [number, ...number[]] }

/**
 * Listens at a place: by `first`, and by another server for each further socket, or address of a name with several, such
 * as localhost, which needs one of them.
 */
export async function listenAt(place: Place, first: (options: object) => Server, another: () => Server): Promise<void> {
  const backlog = LISTEN_BACKLOG
  if ('sockets' in place) {
    const [fd, ...others] = place.sockets
    await once(first({ fd, backlog }), 'listening')
    for (const other of others) await once(another().listen({ fd: other, backlog }), 'listening')
    return
  }
  const { host, port } = place
  const server = first({ host, port, backlog })
  await once(server, 'listening')
  const own = server.address()
  if (own === null || typeof own === 'string') return
  for (const { address } of host === 'localhost' ? await lookup(host, { all: true }).catch(() => []) : []) {
    if (address === own.address) continue
    await once(another().listen({ host: address, port: own.port, backlog }), 'listening').catch(() => {})
  }
}
