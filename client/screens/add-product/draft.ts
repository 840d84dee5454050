/** The text of the form by field name. The picture can't be kept: browsers don't let a page fill a file input. */
export type Draft = Record<string, string>

export const TEXT_FIELDS = [
  'book_name',
  'book_writer',
  'originalPrice',
  'resalePrice',
  'condition',
  'mobileNumber',
  'category_name',
  'location',
  'description',
  'yearOfPurchase',
] as const

const keyOf = (accountId: string) => `draft-add-product-${accountId}`

/** What the form holds at present; fields without a choice are ''. */
export function textsOf(form: FormData): Draft {
  return Object.fromEntries(
    TEXT_FIELDS.map((name) => {
      const value = form.get(name)
      return [name, typeof value === 'string' ? value : '']
    }),
  )
}

export const isEmptyDraft = (draft: Draft): boolean => Object.values(draft).every((text) => text.trim() === '')

/** Keeps the draft of this person in this browser; an empty one is forgotten. */
export function keepDraft(accountId: string, draft: Draft): void {
  if (isEmptyDraft(draft)) return forgetDraft(accountId)
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(draft))
  } catch {
    // The storage is full or closed: the form itself still works.
  }
}

/** The draft of this person; empty when there is none, or what is there makes no sense. */
export function findDraft(accountId: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const texts = Object.entries(kept).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && TEXT_FIELDS.some((name) => name === entry[0]),
    )
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

export function forgetDraft(accountId: string): void {
  localStorage.removeItem(keyOf(accountId))
}
