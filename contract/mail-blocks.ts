/* What an email is made of: its words once, from which `server/mail/` renders plain text and HTML. */

/** A link; the first of an email is a button with its address, unless the email lists things. */
interface LinkBlock {
  is: 'link'
  label: string
  href: string
}

/** What a part of an email says. A text is a paragraph, in which addresses of ours become links. */
export type MailBlock =
  | string
  | LinkBlock
  | { is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** One of a list: what it is, what is said of it, and its page. */
  | { is: 'item'; words: string; detail: string; href: string }
  /** A person's words. */
  | { is: 'quote'; lead: string; words: string }
  /** Small print. */
  | { is: 'note'; words: string }

/** An email's words. Empty paragraphs, and null, are left out. */
export interface MailWords {
  subject: string
  /** Id of the book that it is about, whose cover the HTML shows. */
  cover?: string | undefined
  blocks: readonly (MailBlock | null)[]
}

/** 'See the order: https://…' */
export const link = (label: string, href: string): LinkBlock => ({ is: 'link', label, href })

/** 'Seller: “Ann”', a line for each; those without a value are left out. */
export const facts = (...all: (readonly [name: string, value: string])[]): MailBlock => ({
  is: 'facts',
  facts: all.filter(([, value]) => value !== ''),
})

/** 'Why: “The cover isn’t yours.”'; null where nothing was said. */
export const quote = (lead: string, words: string | null): MailBlock | null =>
  words ? { is: 'quote', lead, words } : null

export const note = (words: string): MailBlock => ({ is: 'note', words })
