/** What something is looked for by: words of letters and digits alone. */
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')

/** For to_tsquery: each of these words, as the beginning of one. The words are letters and digits. */
export const beginningsOf = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ')
