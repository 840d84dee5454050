import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardEvent, EventRefusal, EventSubject, PayoutSubject } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'

/** Tolerated difference between the provider's clock and ours. */
const TOLERANCE_SECONDS = 300
const QUIET_MS = 60_000

type Subject = EventSubject | PayoutSubject

const KINDS: Record<string, Subject['kind']> = {
  payment_intent: 'payment',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  transfer: 'transfer',
  'v2.core.account': 'recipient',
}
/** What concerns a seller's account as a whole, where an event comes from there. */
const OF_RECIPIENTS = new Set(['account', 'payout'])

// Only the provider's own names: no other text comes near the database or an address.
const id = z.string().regex(/^[a-z]+_\w{1,250}$/)
const reference = z.union([id, z.object({ id })]).nullish()
const frame = {
  id: z.string().regex(/^evt_\w{1,250}$/),
  type: z.string().regex(/^[\w.[\]]{1,200}$/),
  livemode: z.boolean().optional(),
  // A connected account, a seller's: its payments aren't the club's.
  account: z.string().nullish(),
  context: z.string().nullish(),
}
const snapshotEvent = z.object({
  ...frame,
  object: z.literal('event'),
  data: z.object({ object: z.object({ object: z.string(), id: z.string().optional(), payment_intent: reference }) }),
})
const thinEvent = z.object({
  ...frame,
  object: z.literal('v2.core.event'),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish(),
})
const eventForm = z.discriminatedUnion('object', [snapshotEvent, thinEvent])
type Event = z.output<typeof eventForm>

interface Sent {
  rawBody: Buffer
  signature: string
  now: Date
}

/**
 * Verifies a webhook event's signature and time, and only then parses it: a snapshot, or a thin event of the same
 * address. The provider signs for each of its destinations with a secret of its own. `isLive`: whether the key is of the live mode. `why` is for the operator's log.
 */
export function readEvent(
  sdk: Stripe,
  { webhookSecrets, isLive }: { webhookSecrets: readonly string[]; isLive: boolean },
  { rawBody, signature, now }: Sent,
): CardEvent | (EventRefusal & { why: string }) {
  const why = webhookSecrets.map((secret) => whyForged(sdk, { rawBody, signature, now }, secret))
  if (!why.includes(null)) return { refused: 'forged', why: why[0] ?? '' }
  // The SDK refuses only signatures that are too old.
  if (signedAt(signature) > now.getTime() / 1000 + TOLERANCE_SECONDS)
    return { refused: 'forged', why: 'It was signed in the future; check the clock of this machine.' }
  const event = eventForm.safeParse(parsed(rawBody))
  if (!event.success) return { refused: 'unreadable', why: 'It is signed, but no event that the shop can read.' }
  return {
    id: event.data.id,
    type: event.data.type,
    subject: isOurs(event.data, isLive) ? subjectOf(event.data) : null,
  }
}

/** Null where the signature is right. */
function whyForged(sdk: Stripe, { rawBody, signature, now }: Sent, secret: string): string | null {
  try {
    const [at, noCrypto] = [now.getTime(), undefined]
    sdk.webhooks.signature!.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS, noCrypto, at)
    return null
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? ''
  }
}

/** Undefined where it is no JSON. */
function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Unix seconds; of several times the last, which the SDK checks. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}

/** Of the key's mode; events of older versions don't say. */
const isOurs = ({ livemode }: Event, isLive: boolean): boolean => (livemode ?? isLive) === isLive

function subjectOf(event: Event): Subject | null {
  const { type, id: its, intent } = namedBy(event)
  // The account itself is one of ours, whoever the event comes from.
  const from = type === 'v2.core.account' ? null : fromAccount(event)
  if (from !== null) return OF_RECIPIENTS.has(type) ? subject({ type: 'v2.core.account', id: from }) : null
  return intent ? subject({ type: 'payment_intent', id: intent }) : subject({ type, id: its })
}

/** The object that an event is about. */
function namedBy(event: Event): { type: string; id: string; intent: string | undefined } {
  if (event.object === 'v2.core.event')
    return { type: event.related_object?.type ?? '', id: event.related_object?.id ?? '', intent: undefined }
  const { object: type, id: its = '', payment_intent: intent } = event.data.object
  return { type, id: its, intent: (typeof intent === 'object' ? intent?.id : intent) ?? undefined }
}

/** The connected account that an event comes from; null for the club's own. A context may name a path of accounts. */
const fromAccount = ({ account, context }: Event): string | null =>
  account || context?.split('/').findLast((part) => part.startsWith('acct_')) || null

function subject({ type, id: its }: { type: string; id: string }): Subject | null {
  const kind = KINDS[type]
  return kind && id.safeParse(its).success ? { kind, id: its } : null
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
