import { createHmac } from 'node:crypto'
import type { Clock } from '#server/ports/clock.ts'
import { seconds } from './objects.ts'
import type { Delivery, SimulatorStore } from './store.ts'

interface Options {
  store: SimulatorStore
  /** The address that takes the events; asked each time, since a server may not know its port before it listens. */
  deliverTo: () => string
  webhookSecret: string
  clock: Clock
  log: { warn(details: object, message: string): void }
}

const answerWithin = 10_000
const together = 20
const longestSleep = 60_000

/**
 * Sends waiting events over HTTP until each was answered with 2xx, later and later after each failure. `wake` says that
 * there may be work; `stop` breaks off what is under way, which then waits for the next start.
 */
export function eventDelivery(options: Options) {
  const { store, clock, log } = options
  const stopping = new AbortController()
  let round: Promise<void> | undefined
  let wokenAgain = false
  let timer: NodeJS.Timeout | undefined

  /** Sends all that is due and tells after how many milliseconds to look again; null when nothing waits. */
  async function sendDue(): Promise<number | null> {
    while (!stopping.signal.aborted) {
      const due = await store.takeDue(clock.now(), together)
      if (due.length === 0) break
      await Promise.all(due.map((delivery) => send(delivery, options, stopping.signal)))
    }
    const next = await store.nextDue()
    return next && Math.max(next.getTime() - clock.now().getTime(), 50)
  }

  async function work(): Promise<void> {
    let sleep: number | null
    do {
      wokenAgain = false
      sleep = await sendDue().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ reason: String(error) }, 'Payment events could not be read')
        return 5000
      })
    } while (wokenAgain && !stopping.signal.aborted)
    round = undefined
    if (sleep !== null && !stopping.signal.aborted) timer = setTimeout(wake, Math.min(sleep, longestSleep)).unref()
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    clearTimeout(timer)
    if (round) wokenAgain = true
    else round = work()
  }

  return {
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}

/** Tries once. What fails stays in the store, already put off to its next attempt. */
async function send(
  { eventId, payload, attempts }: Delivery,
  { store, deliverTo, webhookSecret, clock, log }: Options,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(deliverTo(), {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(payload, webhookSecret, clock.now()),
      },
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithin)]),
    })
    await response.body?.cancel()
    if (response.ok) return await store.delivered(eventId)
    log.warn({ eventId, attempts, status: response.status }, 'A payment event was not taken; it will be sent again')
  } catch (error) {
    if (stopping.aborted) return
    log.warn({ eventId, attempts, reason: String(error) }, 'A payment event did not arrive; it will be sent again')
  }
}

/** Stripe's signature header over a payload, made now. */
export function signatureOf(payload: string, webhookSecret: string, now: Date): string {
  const timestamp = seconds(now)
  const signature = createHmac('sha256', webhookSecret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
