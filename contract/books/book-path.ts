import { href } from '#contract/href.ts'
/** Letters of a title that its address has at most. */
const LONGEST_SLUG = 60

/**
 * A title as an address has it: letters and figures of any script, in small letters, a hyphen for all else;
 * 'The Keeper’s 3rd Winter' → 'the-keepers-3rd-winter'. Empty where nothing is left.
 */
export function bookSlug(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const letters = Array.from(words?.join('-') ?? '')
  if (letters.length <= LONGEST_SLUG) return letters.join('')
  // Whole words, unless the first one is too long by itself.
  const cut = letters.slice(0, LONGEST_SLUG + 1).join('')
  const end = cut.lastIndexOf('-')
  return end > 0 ? cut.slice(0, end) : letters.slice(0, LONGEST_SLUG).join('')
}

/** The one address of a book's page. The id alone is enough: without its title, or with an earlier one, it leads here. */
export function bookPath({ id, title = '' }: { id: string; title?: string }): string {
  return href('/advertise/:advertiseId/:slug?', id, bookSlug(title))
}
