import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type RequestListener, Server } from 'node:http'
import { createServer, type Server as TcpServer } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import { answerClientError } from '#server/http/client-errors.ts'
import { unusedConnections } from '#server/http/concurrency/close-connections.ts'
import { REQUEST_TIMEOUT_MS, timeouts } from '#server/http/concurrency/timeouts.ts'
import { LISTEN_BACKLOG } from '#server/http/listen.ts'
import { answerWhileOpening, isFromMonitor, type Opening } from './answer-while-opening.ts'
import { WaitingRequests } from './waiting-requests.ts'

/** Where to listen: an address, or sockets on which the service manager listens already, by their file descriptors. */
export type Place = { host: string; port: number } | { sockets: readonly [number, ...number[]] }

/**
 * HTTP server that listens before the shop is open; Fastify takes it over (by `factory`) afterwards, so no connection is
 * refused meanwhile. Requests wait for the shop; after a while they get the page that says it is opening.
 */
export class EarlyServer extends Server {
  readonly #waiting: WaitingRequests
  readonly #others: TcpServer[] = []
  #receive: RequestListener
  #shop: RequestListener | null = null

  constructor(opening: Opening, heldMs?: number) {
    super({ ...timeouts(REQUEST_TIMEOUT_MS), requireHostHeader: false })
    const answer = answerWhileOpening(opening)
    this.#waiting = new WaitingRequests(answer, heldMs)
    this.#receive = (request, response) =>
      isFromMonitor(request) ? answer(request, response) : this.#waiting.receive(request, response)
    this.on('request', (request, response) => this.#receive(request, response))
    this.on('clientError', answerClientError)
    unusedConnections(this)
  }

  /** Begins to listen. A name with several addresses, such as localhost, needs one of them. */
  async open(place: Place): Promise<void> {
    if ('sockets' in place) {
      const [first, ...others] = place.sockets
      await once(super.listen({ fd: first }, LISTEN_BACKLOG), 'listening')
      for (const fd of others) await once(this.#another().listen({ fd }, LISTEN_BACKLOG), 'listening')
      return
    }
    const { host, port } = place
    await once(super.listen({ host, port, backlog: LISTEN_BACKLOG }), 'listening')
    const own = this.address()
    if (own === null || typeof own === 'string') return
    for (const { address } of host === 'localhost' ? await lookup(host, { all: true }).catch(() => []) : []) {
      if (address === own.address) continue
      const other = this.#another()
      await once(other.listen({ host: address, port: own.port, backlog: LISTEN_BACKLOG }), 'listening').catch(() => {})
    }
  }

  #another(): TcpServer {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.emit('connection', socket))
    this.#others.push(other)
    return other
  }

  /** Fastify's serverFactory. */
  readonly factory: FastifyServerFactory = (shop, { keepAliveTimeout }) => {
    this.#shop = shop
    this.keepAliveTimeout = Number(keepAliveTimeout)
    // Fastify adds its own.
    this.off('clientError', answerClientError)
    return this
  }

  /** Called by Fastify when the shop is ready: requests are the shop's from now on. */
  override listen(): this {
    if (!this.#shop) throw new Error('No shop has taken this server over; open() makes it listen.')
    this.#receive = this.#shop
    this.#waiting.releaseAll(this.#shop)
    process.nextTick(() => this.emit('listening'))
    return this
  }

  /** Accepts no more connections, and answers what still waits for a shop. Calls back when all connections are closed. */
  override close(callback?: (error?: Error) => void): this {
    this.#waiting.releaseAll()
    const closed = this.#others.map((other) => new Promise((resolve) => other.close(resolve)))
    return super.close((error) => void Promise.all(closed).then(() => callback?.(error)))
  }
}
