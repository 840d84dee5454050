/** What a book's own page says beside the book's facts. */
export interface BookNotes {
  /** Each author by a name, first name first; empty where the text has no name. */
  authors: string[]
  /** Call number, 'NOV · IVE': category and first author. */
  callNumber: string
  /** What search engines and link previews say of it: the seller's words, else a sentence made of its facts. */
  description: string
  /** The ISBN as people write it: '978-0-439-02348-1'. */
  isbn: string | null
  /** The series that its title names, 'The Hunger Games, book 2', and what to search for its other volumes. */
  series: { phrase: string; query: string } | null
  /** It hasn't been for sale for a month: search engines may drop its page. */
  isLongGone: boolean
}
