import { createHmac } from 'node:crypto'
import type { Clock } from '#server/ports/clock.ts'
import { seconds } from './objects.ts'
import type { Delivery, SimulatorStore } from './store.ts'

interface Options {
  store: SimulatorStore
  /** Webhook address; read each time, since a server may not know its port before it listens. */
  deliverTo: () => string
  webhookSecret: string
  clock: Clock
  log: { warn(details: object, message: string): void }
}

const ANSWER_WITHIN_MS = 10_000
const MOST_AT_ONCE = 20
const LONGEST_SLEEP_MS = 60_000
/** Longer than a delivery attempt can take. */
const RESERVED_FOR_MS = 3 * ANSWER_WITHIN_MS
const LONGEST_PAUSE_MS = 300_000

/**
 * Delivers waiting webhook events over HTTP until each is answered with 2xx, with a growing backoff. `wake` announces
 * work; `stop` aborts deliveries in flight, which wait for the next start.
 */
export function eventDelivery(options: Options) {
  const { store, clock, log } = options
  const stopping = new AbortController()
  let round: Promise<void> | undefined
  let wokenAgain = false
  let timer: NodeJS.Timeout | undefined

  /** Delivers all that is due; returns the milliseconds until the next attempt, null when nothing waits. */
  async function sendDue(): Promise<number | null> {
    while (!stopping.signal.aborted) {
      const due = await store.takeDue(clock.now(), later(clock, RESERVED_FOR_MS), MOST_AT_ONCE)
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
    if (sleep !== null && !stopping.signal.aborted) timer = setTimeout(wake, Math.min(sleep, LONGEST_SLEEP_MS)).unref()
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

/** Attempts one delivery. A failure is retried with exponential backoff. */
async function send(delivery: Delivery, options: Options, stopping: AbortSignal): Promise<void> {
  const { eventId, attempts } = delivery
  const { store, clock, log } = options
  const failure = await post(delivery, options, stopping)
  if (failure === null) return store.delivered(eventId)
  // Aborted by our own stop: due at the next start.
  if (stopping.aborted) return store.putOff(eventId, clock.now())
  log.warn({ eventId, attempts, reason: failure }, 'A payment event was not taken; it will be sent again')
  await store.putOff(eventId, later(clock, Math.min(1000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS)))
}

/** Null when the event was taken, else the failure. */
async function post({ payload }: Delivery, options: Options, stopping: AbortSignal): Promise<string | null> {
  const { deliverTo, webhookSecret, clock } = options
  try {
    const response = await fetch(deliverTo(), {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(payload, webhookSecret, clock.now()),
      },
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await response.body?.cancel()
    return response.ok ? null : `status ${response.status}`
  } catch (error) {
    return String(error)
  }
}

const later = (clock: Clock, milliseconds: number) => new Date(clock.now().getTime() + milliseconds)

/** Stripe's signature header of a payload, with the given time. */
function signatureOf(payload: string, webhookSecret: string, now: Date): string {
  const timestamp = seconds(now)
  const signature = createHmac('sha256', webhookSecret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
