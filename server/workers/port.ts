import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Takes a connection on, by its handle; resolves when it has it, rejects where it ended before. */
export type Taker = (handle: unknown) => Promise<void>

/**
 * A port whose connections are handed to others in turn, as soon as there is one. None is lost where one ends before it
 * has taken it, or where the port closes.
 */
export class Port {
  readonly #servers: Server[] = []
  readonly #takers: Taker[] = []
  readonly #waiting: Socket[] = []
  /** Connections that are on their way. */
  #handing = 0
  readonly #events = new EventEmitter()

  /** Servers of the port, which have yet to listen. */
  readonly another = (): Server => {
    // Nothing is read here.
    const server = createServer({ pauseOnConnect: true }, (socket) => void this.#hand(socket))
    this.#servers.push(server)
    return server
  }

  address(): AddressInfo | string {
    return this.#servers[0]?.address() ?? ''
  }

  add(taker: Taker): void {
    this.#takers.push(taker)
    for (const socket of this.#waiting.splice(0)) void this.#hand(socket)
  }

  remove(taker: Taker): void {
    const at = this.#takers.indexOf(taker)
    if (at !== -1) this.#takers.splice(at, 1)
  }

  /** Accepts no more; resolves when what was accepted has been handed on. */
  async close(): Promise<void> {
    for (const server of this.#servers) server.close()
    while (this.#handing > 0 && this.#takers.length > 0) await once(this.#events, 'handed')
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }

  async #hand(socket: Socket): Promise<void> {
    const taker = this.#takers.shift()
    if (!taker) return void this.#waiting.push(socket)
    // The next one is another's.
    this.#takers.push(taker)
    this.#handing += 1
    try {
      await taker(handleOf(socket))
      // Ours alone: who took it has the connection by another descriptor.
      socket.destroy()
    } catch {
      this.remove(taker)
      void this.#hand(socket)
    } finally {
      this.#handing -= 1
      this.#events.emit('handed')
    }
  }
}

const handleOf = (socket: Socket): unknown => (socket as unknown as { _handle: unknown })._handle
