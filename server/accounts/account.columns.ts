import { roles } from '#contract/accounts/accounts.ts'
import { suspensionReasons, type SuspensionReason } from '#contract/accounts/suspensions.ts'
import { flag, integer, oneOf, orNull, text, time, uuid } from '#server/database/columns.ts'

const shared = {
  email: text('email'),
  emailVerified: flag('email_verified'),
  name: text('name'),
  photoUrl: orNull(text('photo_url')),
  role: oneOf('role', roles),
  joinedAt: time('created_at'),
}

/** Columns of a new account. */
export const newAccountColumns = { identityId: text('identity_id'), ...shared }

export const accountColumns = {
  /** At the identity provider in force; null since a move to it, until the first sign-in there. */
  identityId: orNull(text('identity_id')),
  ...shared,
  id: uuid('id'),
  version: integer('version'),
  listingsPaused: flag('listings_paused'),
  closedAt: orNull(time('closed_at')),
  /** When the address began to refuse mail. */
  mailRefusedAt: orNull(time('mail_refused_at')),
  mailRefusedWords: orNull(text('mail_refused_words')),
  /** When the suspension began; the other three columns are its end and reason. */
  suspendedAt: orNull(time('suspended_at')),
  /** Null for a suspension without an end. */
  suspendedUntil: orNull(time('suspended_until')),
  suspendedFor: orNull(oneOf('suspended_for', Object.keys(suspensionReasons) as SuspensionReason[])),
  suspensionNote: orNull(text('suspension_note')),
  timeZone: orNull(text('time_zone')),
}
