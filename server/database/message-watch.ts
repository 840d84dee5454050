import { Client } from 'pg'
import { connectionOptions } from './reaching/connection-options.ts'
import { setSession } from './set-session.ts'

/** Hears, on whichever process a message was written or read, whom that concerns; connected while somebody listens. */
export interface MessageWatch {
  /**
   * Calls back whenever something changes in an account's messages, and when that may have been missed. Resolves, once
   * nothing is missed from then on, with what ends it; rejects where the database is out of reach.
   */
  follow(accountId: string, onNews: () => void): Promise<() => void>
  close(): Promise<void>
}

/** The ids of the accounts that are concerned, and nothing else: a channel can be heard by whoever has the database. */
const CHANNEL = 'messages'
const ANSWER_MS = 2000
const PAUSE_MS = 1000

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** Watches the messages in the database at a URL. Nothing is contacted before somebody follows. */
export function watchMessages(url: string): MessageWatch {
  return new Watch(url)
}

class Watch implements MessageWatch {
  readonly #url: string
  readonly #followers = new Map<string, Set<() => void>>()
  #client: Promise<Client> | null = null
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  async follow(accountId: string, onNews: () => void): Promise<() => void> {
    // One of its own each time, so that the same function may follow twice.
    const follower = () => onNews()
    const followers = this.#followers.get(accountId) ?? new Set()
    this.#followers.set(accountId, followers.add(follower))
    const stop = () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(accountId) === followers) this.#followers.delete(accountId)
      if (this.#followers.size === 0) this.#letGo()
    }
    try {
      await this.#connected()
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.then((client) => client.end()).catch(() => {})
  }

  #connected(): Promise<Client> {
    return (this.#client ??= this.#open())
  }

  async #open(): Promise<Client> {
    const client = new Client({
      ...connectionOptions(this.#url),
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    // It says so twice: that it failed, and that it ended.
    const lose = once(() => this.#lose(client))
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => this.#tell(payload.split(' ')))
    try {
      if (this.#isClosed) throw new Error('The shop is closing.')
      await client.connect()
      await setSession(client, { application_name: 'dogear messages' })
      await client.query(`LISTEN ${CHANNEL}`)
      return client
    } catch (error) {
      this.#client = null
      void client.end().catch(() => {})
      throw error
    }
  }

  #tell(accountIds: Iterable<string>): void {
    for (const id of accountIds) for (const follower of this.#followers.get(id) ?? []) follower()
  }

  /** Nobody listens any more. */
  #letGo(): void {
    const leaving = this.#client
    this.#client = null
    void leaving?.then((client) => client.end()).catch(() => {})
  }

  /** The connection is no good any more: another one is opened, and who listens looks for what was missed meanwhile. */
  #lose(client: Client): void {
    void client.end().catch(() => {})
    void this.#client?.then((present) => present === client && this.#comeBack()).catch(() => {})
  }

  #comeBack(): void {
    this.#client = null
    if (this.#isClosed || this.#followers.size === 0) return
    const again = () => this.#comeBack()
    setTimeout(
      () => void this.#connected().then(() => this.#tell([...this.#followers.keys()]), again),
      PAUSE_MS,
    ).unref()
  }
}
