import { Client } from 'pg'
import { connectionOptions } from './reaching/connection-options.ts'
import { setSession } from './set-session.ts'

interface Subscriber {
  channel?: string
  /** Called with the payload of each NOTIFY on the channel. */
  hear?(words: string): void
  /** The connection is lost: notifications are missed from now on. */
  lost?(): void
  /** Whether to reconnect without being asked. */
  isWaiting?(): boolean
  /** Reconnected: notifications may have been missed. */
  back?(): void
}

const ANSWER_MS = 1000
/** Backoff after a lost connection. */
const BACKOFF_MS = 1000

/** LISTEN/NOTIFY on one connection of this process for all its subscribers; opened when the first of them needs it. */
export class Listener {
  readonly #url: string
  readonly #subscribers: Subscriber[] = []
  #client: Client | null = null
  #opening: Promise<Client> | null = null
  #backOffUntil = Number.NEGATIVE_INFINITY
  #retry: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /** Adds a subscriber; call before the connection is first asked for. */
  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber)
  }

  /** The connection, listening on all channels. Rejects during the backoff. */
  async connected(): Promise<Client> {
    if (this.#opening) return this.#opening
    if (this.#isClosed || performance.now() < this.#backOffUntil) throw new Error('The database isn’t heard.')
    return (this.#opening = this.#open())
  }

  /** Closes a connection that fails; nothing if it was closed before. */
  lose(client: Client): void {
    void client.end().catch(() => {})
    if (client !== this.#client) return
    this.#client = this.#opening = null
    this.#backOffUntil = performance.now() + BACKOFF_MS
    for (const subscriber of this.#subscribers) subscriber.lost?.()
    this.#retryLater()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#retry) clearTimeout(this.#retry)
    await this.#client?.end().catch(() => {})
  }

  async #open(): Promise<Client> {
    const client = new Client({
      ...connectionOptions(this.#url),
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    this.#client = client
    client.on('error', () => this.lose(client))
    client.on('end', () => this.lose(client))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of this.#subscribers) if (subscriber.channel === channel) subscriber.hear?.(payload)
    })
    try {
      await client.connect()
      // Another name than before 0105-catalogue-changes.sql, which goes by that of older programs.
      await setSession(client, { application_name: 'dogear watch' })
      const channels = this.#subscribers.flatMap(({ channel }) => channel ?? [])
      await client.query(channels.map((channel) => `LISTEN ${channel}`).join('; '))
      return client
    } catch (error) {
      this.lose(client)
      throw error
    }
  }

  #retryLater(): void {
    if (this.#isClosed || !this.#subscribers.some((subscriber) => subscriber.isWaiting?.())) return
    this.#retry ??= setTimeout(() => {
      this.#retry = null
      this.connected().then(
        () => this.#subscribers.forEach((subscriber) => subscriber.back?.()),
        () => this.#retryLater(),
      )
    }, BACKOFF_MS).unref()
  }
}
