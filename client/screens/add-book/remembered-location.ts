import { keepInBrowser, keptInBrowser } from '#client/ui/browser-storage.ts'
import type { Texts } from './draft.ts'

const KEPT = ['location', 'mobileNumber'] as const
const keyOf = (accountId: string) => `add-product-place:${accountId}`

/** Where this seller's last book was, and the number given with it: the next one starts with them. Empty at first. */
export function recallPlace(accountId: string): Texts {
  const kept = keptInBrowser(keyOf(accountId)) as Record<string, unknown> | null
  return Object.fromEntries(KEPT.flatMap((name) => (typeof kept?.[name] === 'string' ? [[name, kept[name]]] : [])))
}

/** Remembers them for the next book. */
export function rememberPlace(accountId: string, texts: Texts): void {
  keepInBrowser(keyOf(accountId), Object.fromEntries(KEPT.map((name) => [name, texts[name]])))
}
