import type { Texts } from './draft.ts'

const KEPT = ['location', 'mobileNumber'] as const
const keyOf = (accountId: string) => `add-product-place:${accountId}`

/** Where this seller's last book was, and the number given with it: the next one starts with them. Empty at first. */
export function recallPlace(accountId: string): Texts {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(KEPT.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : [])))
  } catch {
    return {}
  }
}

/** A full or closed storage is no reason to fail. */
export function rememberPlace(accountId: string, texts: Texts): void {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, texts[name]]))))
  } catch {
    // Then it is typed again next time.
  }
}
