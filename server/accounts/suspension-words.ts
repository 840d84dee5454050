import { suspensionReasons, type SuspensionReason } from '#contract/accounts/suspensions.ts'
import type { Site } from '#contract/site.ts'
import { clubContact } from '#contract/wording.ts'
import { mailTimes } from '#server/mail/mail-times.ts'

interface Suspended {
  suspendedUntil: Date | null
  suspendedFor: SuspensionReason | null
  suspensionNote: string | null
}

/** 'until 3 December 2026 at 14:00 UTC'; `date` formats the end, in UTC unless given. */
export const untilWords = (until: Date | null, date: (at: Date) => string = mailTimes(null).date): string =>
  until ? `until ${date(until)}` : 'until the club lifts it'

/** 'Listings that mislead (“The cover isn’t yours.”)' */
export const reasonOf = ({ suspendedFor, suspensionNote }: Suspended): string =>
  `${suspendedFor ? suspensionReasons[suspendedFor] : 'no reason given'}${suspensionNote ? ` (“${suspensionNote}”)` : ''}`

/** The refusal for a suspended person: why, until when, and the contact. */
export const suspensionWords = (account: Suspended, site: Pick<Site, 'contact' | 'publicUrl'>): string =>
  `Your account is suspended ${untilWords(account.suspendedUntil)}. Reason: ${reasonOf(account)}. If you disagree, write to ${clubContact(site)}.`
