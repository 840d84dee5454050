import { LONGEST_QUERY } from '#contract/search/query.ts'
import { removeFromStorage, writeStorage, readStorage } from '#client/ui/storage/browser-storage.ts'

const STORAGE_KEY = 'recent-searches'
/** Maximum recent searches in local storage. */
export const MOST_RECENT = 5

/** Recent searches in this browser, newest first. `of`: the account's id, or '' for visitors. */
export function recentSearches(of: string): string[] {
  const saved = readStorage(STORAGE_KEY) as { of?: unknown; texts?: unknown } | null
  // Searches of another account in this browser stay hidden.
  if (saved?.of !== of || !Array.isArray(saved.texts)) return []
  return saved.texts
    .filter((text): text is string => typeof text === 'string' && text !== '' && text.length <= LONGEST_QUERY)
    .slice(0, MOST_RECENT)
}

export function rememberSearch(of: string, text: string): void {
  if (text === '') return
  const others = recentSearches(of).filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeStorage(STORAGE_KEY, { of, texts: [text, ...others].slice(0, MOST_RECENT) })
}

export function forgetSearch(of: string, text: string): void {
  const texts = recentSearches(of).filter((other) => other !== text)
  if (texts.length === 0) removeFromStorage(STORAGE_KEY)
  else writeStorage(STORAGE_KEY, { of, texts })
}

export const forgetSearches = (): void => removeFromStorage(STORAGE_KEY)
