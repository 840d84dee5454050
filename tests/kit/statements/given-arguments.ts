import { orderLife, type OrderState } from '#contract/orders/order-life.ts'
import { newestFirst } from '#server/messages/conversations.sql.ts'
import { ofIsbn } from '#server/search/search.sql.ts'

const NOW = new Date(0)
const ID = '00000000-0000-4000-8000-000000000000'

const moves = Object.entries(orderLife).flatMap(([state, next]) =>
  Object.keys(next).map((transition) => [
    { id: ID, state: state as OrderState },
    transition,
    { by: { as: 'admin', id: ID }, now: NOW },
  ]),
)

const word = { word: 'sample', isPrefix: false, equals: [], spellings: [], works: 100_000, weight: 1 }
const words = {
  wanted: [],
  required: [word, word],
  among: 'works',
  enough: null,
  isGuess: false,
  unwanted: [],
  phrases: [],
}

/** What functions are called with after the database where a value of the right type isn't enough. */
export const givenArguments: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  moveOrder: moves,
  // Its ordering is a part of the statement.
  listConversationRows: [[ID, { orderId: ID }, { ordering: newestFirst, limit: 24, after: { keys: [''], id: ID } }]],
  hasAny: [[words], [{ ...words, phrases: ['a sample'] }], [{ ...words, among: 'texts' }]],
  // The last argument is a fragment of the statement.
  listRepresentatives: [
    [[ID], null],
    [[ID], null, ofIsbn('9783161484100')],
  ],
}
