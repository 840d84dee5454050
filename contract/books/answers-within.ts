/**
 * How soon a seller usually answers who asks about a book, in words that follow 'answers'. No schema in here: pages that
 * show it carry none.
 */
export const answersWithinWords = {
  hour: 'within an hour',
  day: 'within a day',
  days: 'within a few days',
}
export type AnswersWithin = keyof typeof answersWithinWords
