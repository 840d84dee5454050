import isbn3 from 'isbn3'

/** Puts the hyphens of its group and publisher into an ISBN; those of unknown groups stay as they are. */
export const hyphenated = (isbn: string): string => isbn3.asIsbn13(isbn, true) ?? isbn
