// Apart from what else a search asks for: home and a book's page load these two alone.

export const LONGEST_QUERY = 200

/** The words as typed, on one line and not too long. */
export const asQuery = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- taking them out is the purpose
    .replace(/[\u0000-\u001F\u007F\s]+/g, ' ')
    .trim()
    .slice(0, LONGEST_QUERY)
    .toWellFormed()
