import { href } from './href.ts'
import { digitsOf, type Money } from '#contract/money/currency-digits.ts'

// What both sides say to people. No schema in here: a page that only shows books carries none.

const formatters = new Map<string, Intl.NumberFormat>()

/** For people: { minor: 1250, currency: 'USD' } → '$12.50', { minor: 1250, currency: 'JPY' } → '¥1,250'. */
export function formatMoney({ minor, currency }: Money): string {
  const digits = digitsOf(currency)
  let format = formatters.get(currency)
  if (!format) {
    const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...exactly })
    formatters.set(currency, format)
  }
  return format.format(minor / 10 ** digits)
}

/** 6611 → '6,611'. */
export const grouped = (count: number): string => count.toLocaleString('en')

/** '1 book', '6,611 books'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** What a person's own screens call them: without a name, by their email address. Others see `memberName`. */
export function ownName(account: { name: string; email: string }): string {
  return account.name || account.email
}

/** '2026-11' → 'November 2026'. */
export const monthName = (month: string): string =>
  new Date(month).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** How many digits of an account's id stand for a name. The database counts the same: `memberNameOf`. */
export const MEMBER_DIGITS = 4

/** The name that others see: without one, 'Member 4F2A', which says nothing of the email address. */
export function memberName({ id, name }: { id: string; name: string }): string {
  return name || `Member ${id.slice(0, MEMBER_DIGITS).toUpperCase()}`
}

/** Shown instead of the name once an account is closed. */
export const CLOSED_ACCOUNT = 'Closed account'

/** How to reach the operator: their email address, or the contact page where none is set. */
export function clubContact({ contact, publicUrl }: { contact: string; publicUrl: string }): string {
  return contact || `${publicUrl}${href('/contact')}`
}

/** 'novel-book' → 'Novel Book'. */
export function categoryTitle(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

let languages: Intl.DisplayNames | undefined

/** 'de' → 'German'. */
export function languageName(code: string): string {
  languages ??= new Intl.DisplayNames('en', { type: 'language' })
  return languages.of(code) ?? code
}

/** Full years since the purchase; 0 within the first. */
export function yearsOfUse(yearOfPurchase: number, now: Date): number {
  return Math.max(0, now.getUTCFullYear() - yearOfPurchase)
}

let characters: Intl.Segmenter | undefined

/** Cuts after `length` characters (never inside one) and adds '...', only where something was cut. */
export function preview(text: string, length: number): string {
  if (text.length <= length) return text
  characters ??= new Intl.Segmenter('en')
  let left = length
  // Ends at the cut: descriptions are long, and a segmenter is slow.
  for (const { index } of characters.segment(text)) {
    if (left === 0) return `${text.slice(0, index)}...`
    left -= 1
  }
  return text
}
