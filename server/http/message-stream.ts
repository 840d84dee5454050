import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countUnread } from '#contract/messages/messages.ts'
import { refuse } from '#contract/problems.ts'
import type { MessageWatch } from '#server/database/message-watch.ts'
import type { Services } from '#server/services.ts'
import { bearerToken } from './guards.ts'

/** Tabs of one account that are in sight at the same time; further ones ask from time to time instead. */
const MOST_OF_ACCOUNT = 6
/** In all, of one process. */
const MOST = 2000
/** So often a stream says that it is still there, and whether its reader still is who they were. */
const HEARTBEAT_MS = 25_000

const NEWS = 'data: news\n\n'
const HEARTBEAT = ': still here\n\n'

/**
 * Who asks how many messages are unread and accepts a stream of events gets one: an event at once and at each change,
 * which says nothing but that something has changed. Whoever hears it asks again as always, so nothing is told to who
 * may not know it. A stream ends with its token, with the account's version, and when the shop closes.
 */
export function registerMessageStreams(
  app: FastifyInstance,
  services: Pick<Services, 'accounts'>,
  watch: MessageWatch,
): void {
  const open = new Set<Readable>()
  const ofAccount = new Map<string, number>()

  async function stream(request: FastifyRequest, accountId: string): Promise<Readable> {
    const own = ofAccount.get(accountId) ?? 0
    if (own >= MOST_OF_ACCOUNT || open.size >= MOST)
      refuse('too_many_requests', 'There are too many open pages already; please ask from time to time instead.')
    const token = bearerToken(request) ?? ''
    const events = new Readable({ read() {} })
    const say = async (words: string) => {
      const isStillWelcome = await services.accounts.require(token).then(
        () => true,
        () => false,
      )
      if (events.destroyed || events.readableEnded) return
      // Who reads too slowly hears of the news with the next word.
      if (isStillWelcome && events.readableLength < 1024) events.push(words)
      if (!isStillWelcome) events.push(null)
    }
    open.add(events)
    ofAccount.set(accountId, own + 1)
    const timer = setInterval(() => void say(HEARTBEAT), HEARTBEAT_MS)
    let stop = () => {}
    events.once('close', () => {
      clearInterval(timer)
      stop()
      open.delete(events)
      const left = (ofAccount.get(accountId) ?? 1) - 1
      if (left > 0) ofAccount.set(accountId, left)
      else ofAccount.delete(accountId)
    })
    try {
      stop = await watch.follow(accountId, () => void say(NEWS))
    } catch {
      events.destroy()
      refuse('unavailable', 'News of messages can’t be heard at the moment.')
    }
    // Left meanwhile.
    if (events.destroyed) stop()
    else events.push(NEWS)
    return events
  }

  app.addHook('preHandler', async (request, reply) => {
    const { account } = request.caller ?? {}
    if (request.routeOptions.config.call !== countUnread || !account) return
    if (!request.headers.accept?.includes('text/event-stream')) return
    const events = await stream(request, account.id)
    reply.raw.once('close', () => events.destroy())
    void reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(events)
    return reply
  })
  app.addHook('preClose', async () => {
    for (const events of open) events.push(null)
  })
}
