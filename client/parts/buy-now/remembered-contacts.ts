import * as z from 'zod/mini'
import type { Contacts } from './place-order.ts'

const nothing: Contacts = { phone: '', meetingLocation: '' }
const kept = z.object({ phone: z.string(), meetingLocation: z.string() })
const keyOf = (accountId: string) => `buy-now-contacts:${accountId}`

/** What this buyer typed last time, in this browser; empty at first. */
export function recallContacts(accountId: string): Contacts {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null'))
  } catch {
    return nothing
  }
}

/** Keeps what was typed, so that closing the dialog loses nothing. A full or closed storage is no reason to fail. */
export function rememberContacts(accountId: string, contacts: Contacts): void {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(contacts))
  } catch {
    // Then it is typed again next time.
  }
}
