import { withoutLinks } from './links.ts'

/* Members' texts within the club's emails, which speak in the club's name: without links, cut short, in quotation marks. */

/** Characters. */
const LONGEST_IN_MAIL = 80

/** A member's text without links, cut at 80 characters, with at most three marks on a letter. */
export function said(text: string): string {
  const plain = withoutLinks(text).replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
  if (plain.length <= LONGEST_IN_MAIL) return plain
  // Never between the halves of a character.
  const cut = plain.slice(0, LONGEST_IN_MAIL - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trim()}…`
}

/** The same between quotation marks, which it can't close: '“The Hobbit”'. */
export const quoted = (text: string): string => `“${said(text.replaceAll(/["“”„‟«»＂]/g, '’'))}”`

/** '“The Hobbit” by “J. R. R. Tolkien”' */
export const bookWords = ({ title, author }: { title: string; author: string }): string =>
  `${quoted(title)} by ${quoted(author)}`
