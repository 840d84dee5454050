/** What an outsider says of an edition, in its own words; '' where it says nothing. */
export interface EditionFound {
  title: string
  author: string
  publisher: string
  /** As it is printed: '1994', 'March 2009'. */
  published: string
  /** A name or a code: 'eng', 'German'. */
  language: string
  /** 'Paperback', 'hardcover'. */
  binding: string
}

/** Knows books by their ISBN. Nothing depends on it: who lists a book can type all of it. */
export interface BookLookup {
  /**
   * By its thirteen digits; null where the outsider knows no such book. Rejects (ProviderError) when there is no answer
   * that can be read within two seconds.
   */
  find(isbn: string): Promise<EditionFound | null>
}
