/** How soon a seller usually answers who asks about a book. No schema in here: pages that show it carry none. */
export const ANSWERS_WITHIN = ['hour', 'day', 'days'] as const
export type AnswersWithin = (typeof ANSWERS_WITHIN)[number]

/** In words that follow 'answers'. */
export const answersWithinWords: Record<AnswersWithin, string> = {
  hour: 'within an hour',
  day: 'within a day',
  days: 'within a few days',
}
