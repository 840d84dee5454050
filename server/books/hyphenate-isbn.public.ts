import { asIsbn13 } from 'isbn3'

/** Puts the hyphens of its group and publisher into an ISBN; those of unknown groups stay as they are. */
export const hyphenated = (isbn: string): string => asIsbn13(isbn, true) ?? isbn
