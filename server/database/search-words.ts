/** Tokenizes the text of a table's search field: words of letters and digits. */
export const tokenize = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')

/** `to_tsquery` text: each word as a prefix, all required. Words are letters and digits, so need no quoting. */
export const beginningsOf = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ')
