import type { Db } from '#server/database/schema.ts'
import { ok, warning, type Finding } from '#server/ports/finding.ts'
import { findCardSigns } from '#server/views/last-events.public.ts'
import { ageInWords } from './words.ts'

/** An event comes within seconds of its payment; the shop finds a payment without one within a minute. */
const SILENT_MS = 600_000

/**
 * Whether the card provider's events come: a payment that was recorded without one, and is ten minutes old, says that
 * they don't. `since`: the last event, else that payment. The alert DogearWebhookSilent is the same rule.
 */
export async function checkCardEvents(db: Db, now: Date): Promise<{ finding: Finding; since: Date | null }> {
  const { lastEvent, lastPayment } = await findCardSigns(db)
  const isSilent =
    lastPayment !== null &&
    lastPayment.getTime() > (lastEvent?.getTime() ?? 0) + SILENT_MS &&
    now.getTime() - lastPayment.getTime() > SILENT_MS
  const last = lastEvent && `The card provider’s last event came ${ageInWords(now.getTime() - lastEvent.getTime())} ago`
  if (isSilent) {
    const found = last
      ? `${last}, and a card payment after it.`
      : 'A card payment came, and no event of the card provider.'
    return { finding: warning(found, CURE), since: lastEvent ?? lastPayment }
  }
  const none = 'No event of the card provider has come yet: there was no payment, or its webhook doesn’t lead here.'
  return { finding: ok(last ? `${last}.` : none), since: null }
}

const CURE =
  'The shop asks about payments itself, later. At Stripe, under Webhooks, look what the deliveries to /api/payment-events were answered.'
