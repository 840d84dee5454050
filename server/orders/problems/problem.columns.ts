import { problemKinds, problemOutcomes, type ProblemKind } from '#contract/orders/problems.ts'
import { integer, minorUnits, oneOf, orNull, text, texts, time, uuid } from '#server/database/columns.ts'

const sides = ['buyer', 'seller'] as const

export const problemColumns = {
  id: uuid('id'),
  orderId: uuid('order_id'),
  kind: oneOf('kind', Object.keys(problemKinds) as ProblemKind[]),
  openedBy: oneOf('opened_by', sides),
  openedAt: time('opened_at'),
  revision: integer('revision'),
  reminders: integer('reminders'),
  endedAt: orNull(time('ended_at')),
  outcome: orNull(oneOf('outcome', problemOutcomes)),
  givenBack: orNull(minorUnits('given_back')),
}

export const newEntryColumns = {
  problemId: uuid('problem_id'),
  place: integer('place'),
  author: oneOf('author', [...sides, 'admin']),
  authorId: uuid('author_id'),
  text: orNull(text('text')),
  images: texts('images'),
  at: time('at'),
}

export const entryColumns = { ...newEntryColumns, id: uuid('id') }
