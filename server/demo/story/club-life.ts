import { randomUUID } from 'node:crypto'
import { addFavourite } from '#server/favourites/keep-favourite.ts'
import { readMessages } from '#server/messages/read-messages.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import { startConversation } from '#server/messages/start-conversation.ts'
import { getStatementTotals } from '#server/orders/ledger/list-statement.ts'
import { markPaidOut } from '#server/orders/ledger/mark-paid-out.ts'
import { answerCase } from '#server/reports/answer-decision.ts'
import { decideCase } from '#server/reports/decide-case.ts'
import { listCases } from '#server/reports/list-cases.ts'
import { makeReport } from '#server/reports/make-report.ts'
import { saveSearch } from '#server/wants/save-search.ts'
import { getNamed, type Happening, type Scene } from './scene.ts'

type Person = 'marguerite' | 'tomas' | 'priya' | 'jonah'
type Line = readonly [daysAgo: number, who: Person, text: string]

/** Writing implies reading: the last message stays unread until the other one looks. */
function talk(title: string, lines: readonly Line[]): Happening[] {
  return lines.map(([daysAgo, who, text], place) => ({
    daysAgo,
    happens: async ({ services, person, book, conversations }) => {
      const writing = { messageId: randomUUID(), text }
      if (place === 0) {
        const { conversationId } = await startConversation(services, person(who).id, { bookId: book(title) }, writing)
        conversations.set(title, conversationId)
        return
      }
      const id = getNamed(conversations, title)
      await readMessages(services, person(who).id, id, place)
      await sendMessage(services, person(who).id, id, writing)
    },
  }))
}

const reads = (daysAgo: number, who: Person, title: string, upTo: number): Happening => ({
  daysAgo,
  happens: ({ services, person, conversations }) =>
    readMessages(services, person(who).id, getNamed(conversations, title), upTo),
})

const conversations: readonly Happening[] = [
  ...talk('The Lighthouse Keeper’s Third Winter', [
    [0.26, 'priya', 'Is the dust jacket missing altogether, or only torn?'],
    [0.2, 'marguerite', 'Altogether, I’m afraid. The boards underneath are clean, though.'],
    [0.08, 'priya', 'That’s fine, thank you! Would Saturday morning suit you?'],
  ]),
  ...talk('Hotel for Tired Pigeons', [
    [2.2, 'priya', 'Could I pay when we meet?'],
    [1.5, 'marguerite', 'Of course. Shall we say Thursday at six, by the returns box?'],
    [1.2, 'priya', 'Thursday is fine. I’ll bring the exact amount.'],
    [0.3, 'marguerite', 'Lovely. I’ll be the one with the red scarf.'],
  ]),
  ...talk('Everything North of Here', [
    [3.3, 'jonah', 'Does the map at the back still fold out?'],
    [3.2, 'tomas', 'It does. One crease is soft, nothing is torn.'],
  ]),
  reads(3.1, 'jonah', 'Everything North of Here', 2),
]

const reports = (daysAgo: number, who: Person, title: string, words: string): Happening => ({
  daysAgo,
  happens: ({ services, person, book }) =>
    makeReport(services, person(who), { kind: 'book', target: book(title), reason: 'misleading', words }),
})

const reported: readonly Happening[] = [
  reports(
    5,
    'jonah',
    'The Snail’s Long Letter Home',
    'I had this very copy in my hands: the tear in the jacket isn’t small.',
  ),
  { daysAgo: 4, happens: decideOpenCase },
  reports(
    0.7,
    'priya',
    'Leftovers of the Empire',
    'There’s no description, no picture and no condition. What would I be buying?',
  ),
]

async function decideOpenCase({ services, person }: Scene): Promise<void> {
  const { items } = await listCases(services, 'open', { limit: 1, sort: 'newest' })
  const { id } = items[0]!
  const note = 'Please describe damage as it is: “small” was too kind here.'
  await decideCase(services, person('ottilie'), id, { seen: 1, decision: 'warn', days: null, note })
  await answerCase(services, person('tomas'), id, 'Fair enough. I’ve measured it now and will say so next time.')
}

const paidOut: Happening = {
  daysAgo: 14,
  happens: async ({ services, person }) => {
    const sellerId = person('marguerite').id
    const { currency } = services.shop
    const owed = (await getStatementTotals(services, sellerId)).find((total) => total.currency === currency)
    const reference = 'Dogear payout 1'
    const transfer = { sellerId, currency, amount: owed!.owed, reference, key: randomUUID() }
    await markPaidOut(services, person('ottilie').id, transfer)
  },
}

const favourites: Record<string, readonly string[]> = {
  priya: ['The Lighthouse Keeper’s Third Winter', 'Owl Hours', 'Soup for the Whole Staircase', 'Balloon Post'],
  jonah: ['Ytre', 'The Mushroom Calendar'],
  marguerite: ['Field Guide to Imaginary Keys'],
}

const favouritesAndSearches: readonly Happening[] = [
  ...Object.entries(favourites).flatMap(([who, titles]) =>
    titles.map((title, place) => ({
      daysAgo: 0.05 - place * 0.005,
      happens: ({ services, person, book }: Scene) => addFavourite(services, person(who).id, book(title)),
    })),
  ),
  // Last: price changes of wanted books would be found, and emails booked.
  ...(['priya', 'jonah'] as const).map((who) => ({
    daysAgo: 0,
    happens: ({ services, person }: Scene) =>
      saveSearch(services, person(who).id, {
        search: who === 'priya' ? 'q=lighthouse' : 'q=soup&condition=good',
        name: who === 'priya' ? 'Lighthouses' : 'Soup, in good condition',
        often: 'daily',
      }),
  })),
]

/** Acts of the demo's people and admin beside buying and selling. */
export const clubLife: readonly Happening[] = [...conversations, ...reported, paidOut, ...favouritesAndSearches]
