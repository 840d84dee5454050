import { ID_PATTERN } from '#contract/ids.ts'
import { MOST_FAVOURITES_OF_VISITOR } from '#contract/favourites/favourite-limits.ts'

const STORAGE_KEY = 'favourites'

/** Favourites of a visitor in local storage, newest first; empty where it has none or can't be read. */
export function storedFavourites(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    if (!Array.isArray(ids)) return []
    return ids
      .filter((id): id is string => typeof id === 'string' && ID_PATTERN.test(id))
      .slice(0, MOST_FAVOURITES_OF_VISITOR)
  } catch {
    return []
  }
}

export const isStorageFull = (): boolean => storedFavourites().length >= MOST_FAVOURITES_OF_VISITOR

/** Saves favourites to local storage. Errors are ignored: they then last as long as the page. */
export function saveFavourites(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  } catch {
    // Storage is full or closed.
  }
}
