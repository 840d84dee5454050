import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countUnread } from '#contract/messages/messages.ts'
import { refuse } from '#contract/problems.ts'
import type { MessageWatch } from '#server/database/message-watch.ts'
import type { Services } from '#server/services.ts'
import { bearerToken } from './guards.ts'

/** Most streams per account, for tabs in sight at the same time; further tabs poll. */
const MOST_OF_ACCOUNT = 6
/** Most streams per process. */
const MOST = 2000
/** Interval of heartbeats, which also check that the reader is still signed in. */
const HEARTBEAT_MS = 25_000

const NEWS = 'data: news\n\n'
const HEARTBEAT = ': still here\n\n'

/**
 * Streams news of messages to those who ask for the unread count and accept an event stream: an event at once and at
 * each change, without content. Its reader then repeats the ordinary call, so nothing is disclosed. A stream ends with
 * its token, with the account's version, and when the shop closes.
 */
export function registerMessageStreams(
  app: FastifyInstance,
  services: Pick<Services, 'accounts'>,
  watch: MessageWatch,
): void {
  const streams = new OpenStreams()

  async function stream(request: FastifyRequest, accountId: string): Promise<Readable> {
    const events = streams.open(accountId)
    const token = bearerToken(request) ?? ''
    const say = async (words: string) => {
      const isStillWelcome = await services.accounts.require(token).then(
        () => true,
        () => false,
      )
      if (isStillWelcome) streams.say(events, words)
      else streams.end(events)
    }
    const timer = setInterval(() => void say(HEARTBEAT), HEARTBEAT_MS)
    let stop = () => {}
    events.once('close', () => {
      clearInterval(timer)
      stop()
    })
    try {
      stop = await watch.follow(accountId, () => void say(NEWS))
    } catch {
      events.destroy()
      refuse('unavailable', 'We can’t watch for new messages at the moment.')
    }
    // The reader has left meanwhile.
    if (events.destroyed) stop()
    streams.say(events, NEWS)
    return events
  }

  // With a callback: an async hook would return the reply, which fails once the reader has left.
  app.addHook('preHandler', (request, reply, done) => {
    const { account } = request.caller ?? {}
    const isAsked = request.routeOptions.config.call === countUnread && account
    if (!isAsked || !request.headers.accept?.includes('text/event-stream')) return done()
    stream(request, account.id).then((events) => {
      reply.raw.once('close', () => events.destroy())
      void reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(events)
    }, done)
  })
  app.addHook('preClose', async () => streams.close())
}

/** Open streams, counted per account. */
class OpenStreams {
  readonly #open = new Set<Readable>()
  readonly #ofAccount = new Map<string, number>()
  #isClosed = false

  /** Refuses beyond the limits, and once the shop closes. */
  open(accountId: string): Readable {
    // Authentication may have taken until now.
    if (this.#isClosed) refuse('unavailable', 'The shop is closing.')
    const own = this.#ofAccount.get(accountId) ?? 0
    if (own >= MOST_OF_ACCOUNT || this.#open.size >= MOST)
      refuse('too_many_requests', 'There are too many open pages already; please ask from time to time instead.')
    const events = new Readable({ read() {} })
    this.#open.add(events)
    this.#ofAccount.set(accountId, own + 1)
    events.once('close', () => {
      this.#open.delete(events)
      const left = (this.#ofAccount.get(accountId) ?? 1) - 1
      if (left > 0) this.#ofAccount.set(accountId, left)
      else this.#ofAccount.delete(accountId)
    })
    return events
  }

  /** Skips a stream that has ended. A slow reader gets the news with the next event. */
  say(events: Readable, words: string): void {
    if (this.#open.has(events) && events.readableLength < 1024) events.push(words)
  }

  end(events: Readable): void {
    if (this.#open.delete(events)) events.push(null)
  }

  close(): void {
    this.#isClosed = true
    for (const events of this.#open) this.end(events)
  }
}
