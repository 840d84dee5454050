/** Facts of an edition in the outside service's own words; '' where it has none. */
export interface EditionFound {
  title: string
  author: string
  publisher: string
  /** Date as printed: '1994', 'March 2009'. */
  published: string
  /** Language as a name or a code: 'eng', 'German'. */
  language: string
  /** Binding, such as 'Paperback' or 'hardcover'. */
  binding: string
}

/** Looks books up by ISBN. It is optional: sellers can type all of it. */
export interface BookLookup {
  /**
   * Looks up an ISBN-13; null for an unknown book. Rejects (ProviderError) without a readable answer within two
   * seconds.
   */
  find(isbn: string): Promise<EditionFound | null>
}
