import * as z from 'zod/mini'
import { keepInBrowser, keptInBrowser } from '#client/ui/browser-storage.ts'
import type { Contacts } from './place-order.ts'

const nothing: Contacts = { phone: '', meetingLocation: '' }
const kept = z.object({ phone: z.string(), meetingLocation: z.string() })
const keyOf = (accountId: string) => `buy-now-contacts:${accountId}`

/** What was typed since the page was opened: also where the browser's storage is full or closed. */
const here = new Map<string, Contacts>()

/** What this buyer typed last time, in this browser; empty at first. */
export function recallContacts(accountId: string): Contacts {
  return here.get(accountId) ?? kept.safeParse(keptInBrowser(keyOf(accountId))).data ?? nothing
}

/** Keeps what was typed as it is typed: closing the form loses nothing, so nobody has to be warned. */
export function rememberContacts(accountId: string, contacts: Contacts): void {
  here.set(accountId, contacts)
  keepInBrowser(keyOf(accountId), contacts)
}
