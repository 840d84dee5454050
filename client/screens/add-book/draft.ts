import { BOOK_FIELDS } from '#contract/book-facts.ts'
import { IDEMPOTENCY_KEY } from '#contract/books.ts'
import { UNUSED_IMAGE_MS } from '#contract/image-limits.ts'
import { keepInBrowser, keptInBrowser } from '#client/ui/browser-storage.ts'
import { textsIn } from '#client/forms/form-texts.ts'
import { newKey } from '#client/api/new-key.ts'
import type { KeptPicture } from './picture-store.ts'

/** The text of the form by field name. */
export type Texts = Record<string, string>

/** An unfinished form. Of its pictures, those that have arrived at the server; it keeps them for a day. */
export interface Draft {
  /** By this the server knows the book again when it is sent once more because no answer came. */
  key: string
  texts: Texts
  pictures: readonly KeptPicture[]
}

const keyOf = (accountId: string) => `draft-add-product-${accountId}`

/** What the form holds at present; fields without a choice are ''. */
export function textsOf(form: FormData): Texts {
  return textsIn(form, BOOK_FIELDS)
}

/** Whether there is nothing in it but what the form starts with anyway. */
export function isEmptyDraft({ texts, pictures }: Omit<Draft, 'key'>, start: Texts = {}): boolean {
  const typed = Object.entries(texts).filter(([name, text]) => text.trim() !== '' && text !== start[name])
  return pictures.length === 0 && typed.length === 0
}

/** Keeps the draft of this person in this browser. */
export function keepDraft(accountId: string, draft: Draft): void {
  keepInBrowser(keyOf(accountId), draft)
}

/** The draft of this person; empty when there is none, or what is there makes no sense. */
export function findDraft(accountId: string, now = Date.now()): Draft {
  const kept = keptInBrowser(keyOf(accountId))
  const key = partOf(kept, 'key')
  return {
    key: typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : newKey(),
    texts: knownTexts(partOf(kept, 'texts')),
    pictures: freshPictures(partOf(kept, 'pictures'), now),
  }
}

export function forgetDraft(accountId: string): void {
  localStorage.removeItem(keyOf(accountId))
}

function partOf(kept: unknown, name: string): unknown {
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>)[name] : undefined
}

function knownTexts(texts: unknown): Texts {
  return Object.fromEntries(
    BOOK_FIELDS.flatMap((name) => {
      const text = partOf(texts, name)
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )
}

function freshPictures(pictures: unknown, now: number): KeptPicture[] {
  if (!Array.isArray(pictures)) return []
  return pictures.flatMap((picture: unknown) => {
    const [url, name, at] = ['url', 'name', 'at'].map((field) => partOf(picture, field))
    const isOne = typeof url === 'string' && typeof name === 'string' && typeof at === 'number'
    return isOne && now < at + UNUSED_IMAGE_MS ? [{ url, name, at }] : []
  })
}
