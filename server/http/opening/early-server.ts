import { once } from 'node:events'
import { type RequestListener, Server } from 'node:http'
import { createServer, Socket, type AddressInfo, type Server as TcpServer, type SocketConstructorOpts } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import { answerClientError } from '#server/http/client-errors.ts'
import { unusedConnections } from '#server/http/concurrency/close-connections.ts'
import { REQUEST_TIMEOUT_MS, timeouts } from '#server/http/concurrency/timeouts.ts'
import { answerWhileOpening, isFromMonitor, type Opening } from './answer-while-opening.ts'
import { listenAt, type Place } from './listen-at.ts'
import { WaitingRequests } from './waiting-requests.ts'

/**
 * HTTP server that listens before the shop is open; Fastify takes it over (by `factory`) afterwards, so no connection is
 * refused meanwhile. Requests wait for the shop; after a while they get the page that says it is opening.
 */
export class EarlyServer extends Server {
  readonly #waiting: WaitingRequests
  readonly #others: TcpServer[] = []
  /** There where another process accepts the connections. */
  #behind: { address: AddressInfo | string; sockets: Set<Socket> } | null = null
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

  /** Begins to listen. */
  open(place: Place): Promise<void> {
    return listenAt(
      place,
      (options) => super.listen(options),
      () => this.#another(),
    )
  }

  /** Begins to answer connections that another process accepts, at its address, and hands on by `take`. */
  openBehind(address: AddressInfo | string): void {
    this.#behind = { address, sockets: new Set() }
    this.emit('listening')
  }

  /** Answers a connection by its handle. */
  take(handle: unknown): void {
    const options = { handle, allowHalfOpen: true, readable: true, writable: true }
    const socket = new Socket(options as SocketConstructorOpts).setNoDelay(true)
    this.#behind?.sockets.add(socket)
    socket.once('close', () => {
      this.#behind?.sockets.delete(socket)
      this.emit('taken closed')
    })
    this.emit('connection', socket)
  }

  override address(): AddressInfo | string | null {
    return this.#behind?.address ?? super.address()
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
    if (this.#behind) {
      void this.#untilTakenClose(this.#behind.sockets).then(() => {
        this.emit('close')
        callback?.()
      })
      return this
    }
    const closed = this.#others.map((other) => new Promise((resolve) => other.close(resolve)))
    return super.close((error) => void Promise.all(closed).then(() => callback?.(error)))
  }

  /** Node counts connections that it has accepted itself. */
  async #untilTakenClose(sockets: ReadonlySet<Socket>): Promise<void> {
    this.closeIdleConnections()
    while (sockets.size > 0) await once(this, 'taken closed')
  }
}
