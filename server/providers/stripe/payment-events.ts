import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardEvent, EventRefusal } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'

/** Tolerated difference between the provider's clock and ours. */
const TOLERANCE_SECONDS = 300
const QUIET_MS = 60_000

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()
// Only the provider's own names: no other text comes near the database.
const eventForm = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.literal('event'),
  type: z.string().regex(/^[\w.]{1,200}$/),
  data: z.object({
    object: z.object({ object: z.string(), id: z.string().optional(), payment_intent: reference }),
  }),
})

interface Sent {
  rawBody: Buffer
  signature: string
  now: Date
}

/** Verifies a webhook event's signature and time, and only then parses it. `why` is for the operator's log. */
export function readEvent(
  sdk: Stripe,
  webhookSecret: string,
  { rawBody, signature, now }: Sent,
): CardEvent | (EventRefusal & { why: string }) {
  let event: unknown
  try {
    const [at, noCrypto] = [now.getTime(), undefined]
    event = sdk.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS, noCrypto, at)
  } catch (error) {
    const { message, type } = error as Error & { type?: string }
    const refused = type === 'StripeSignatureVerificationError' ? 'forged' : 'unreadable'
    return { refused, why: message.split('\n')[0] ?? '' }
  }
  // The SDK refuses only signatures that are too old.
  if (signedAt(signature) > now.getTime() / 1000 + TOLERANCE_SECONDS)
    return { refused: 'forged', why: 'It was signed in the future; check the clock of this machine.' }
  return eventIn(event) ?? { refused: 'unreadable', why: 'It is signed, but no event of the kind that was asked for.' }
}

/** Unix seconds; of several times the last, which the SDK checks. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}

function eventIn(event: unknown): CardEvent | null {
  const read = eventForm.safeParse(event)
  if (!read.success) return null
  const { id, type, data } = read.data
  const about = data.object
  const intent = about.object === 'payment_intent' ? about.id : about.payment_intent
  return { id, type, intentId: (typeof intent === 'object' ? intent?.id : intent) ?? null }
}

/**
 * Logs refused webhook events: the first at once, then at most once a minute with the number skipped, so that a
 * stranger can't fill the log.
 */
export function refusalNotes(clock: Clock, log: { warn(details: object, message: string): void } | undefined) {
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return (reason: string): void => {
    const sinceThen = clock.now().getTime() - toldAt
    // Negative where the clock was put back.
    if (sinceThen >= 0 && sinceThen < QUIET_MS) {
      untold += 1
      return
    }
    log?.warn({ reason, alsoRefused: untold }, 'A payment event was refused')
    toldAt = clock.now().getTime()
    untold = 0
  }
}
