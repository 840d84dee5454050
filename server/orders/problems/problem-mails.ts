import * as z from 'zod/mini'
import { link, quote, type MailBlock } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { exampleIds } from '#contract/examples.ts'
import { backHow } from '#contract/orders/paid-how.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import { problemKinds, type ProblemOutcome } from '#contract/orders/problems.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import type { MailTimes } from '#server/mail/mail-times.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import { bookOf, numberOf } from '#server/orders/mails/order-words.ts'
import { readerOf } from '#server/orders/orders.rules.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import type { MailPreference } from '#server/ports/mail.ts'
import { findEntryText, findProblem, type ProblemRow } from './problems.sql.ts'

type Side = 'buyer' | 'seller'
interface Facts {
  problem: ProblemRow
  order: OrderRow
  to: Side
  /** Reason of the club's decision. */
  reason: string | null
}

/** The beginning and the end of a problem are about money, so these emails can't be turned off. */
const preferences = {
  opened: 'always',
  answered: 'orders',
  settled: 'orders',
  decided: 'always',
  waiting: 'reminders',
} as const satisfies Record<string, MailPreference>
export type ProblemNews = keyof typeof preferences
const NEWS = Object.keys(preferences) as ProblemNews[]

const occasions: Record<ProblemNews, string> = {
  opened: 'A problem with an order is reported',
  answered: 'There is an answer about a problem',
  settled: 'A problem is settled',
  decided: 'The club has decided about a problem',
  waiting: 'A problem stays open for long',
}

const example = {
  problem: {
    id: exampleIds.message,
    orderId: exampleIds.order,
    kind: 'not_as_described',
    openedBy: 'buyer',
    openedAt: new Date('2026-11-24T10:00:00Z'),
    revision: 1,
    reminders: 0,
    endedAt: null,
    outcome: 'part',
    givenBack: 500,
  } satisfies ProblemRow,
  order: exampleOrder({ state: 'handed_over' }),
  reason: 'The spine is broken, and the listing says “good”.',
}

/**
 * News of a problem to one side. The other side's words stay on the order's page: otherwise opening a problem would
 * send them in our name. `place`: number of the entry, or of the reminder.
 */
export const problemNewsMail = defineMail({
  name: 'problem_news',
  group: ({ news }) => preferences[news],
  params: z.object({
    problemId: z.string(),
    to: z.enum(['buyer', 'seller']),
    news: z.enum(NEWS),
    place: z.number(),
  }),
  find: async ({ db }, { problemId, to, news, place }) => {
    const found = await findBoth(db, problemId)
    const reader = found && readerOf(found.order, to)
    if (!reader || (news === 'waiting' && found.problem.endedAt)) return null
    return { to: reader, ...found, reason: news === 'decided' ? await findEntryText(db, problemId, place) : null }
  },
  write: (facts, site, { to, news }, times) => {
    const { subject, blocks } = writers[news]({ ...facts, to }, site, times)
    const { order } = facts
    return {
      cover: order.bookId,
      subject: `${subject}: ${quoted(order.snapshot.title)}`,
      blocks: [...blocks, orderLink(order, site), numberOf(order)],
    }
  },
  examples: NEWS.map((news) => ({
    to: news === 'opened' ? 'The other side' : 'Both sides',
    when: occasions[news],
    params: { to: 'buyer' as const, news },
    facts: example,
  })),
})

/** Reminds an admin of an open problem. Null once it has ended, or they are no admin any more. */
export const problemReminderMail = defineMail({
  name: 'problem_reminder',
  group: 'reminders',
  params: z.object({ problemId: z.string(), adminId: z.string(), place: z.number() }),
  find: async ({ db }, { problemId, adminId }) => {
    const [found, admin] = [await findBoth(db, problemId), await findAccountById(db, adminId)]
    if (!found || found.problem.endedAt || admin?.role !== 'admin' || admin.closedAt) return null
    return { to: { name: admin.name, address: admin.email }, ...found }
  },
  write: ({ problem, order }, site, _params, { day }) => ({
    subject: `Waiting for your decision: ${quoted(order.snapshot.title)}`,
    blocks: [
      `The ${problem.openedBy} of ${bookOf(order)} reported a problem on ${day(problem.openedAt)}: “${problemKinds[problem.kind]}”. It’s still open, and the order can’t go on.`,
      'Read what both sides say, and decide.',
      orderLink(order, site),
      numberOf(order),
    ],
  }),
  examples: [{ to: 'Admins', when: 'A problem stays open', facts: example }],
})

async function findBoth(db: Db, problemId: string): Promise<{ problem: ProblemRow; order: OrderRow } | null> {
  const problem = await findProblem(db, problemId)
  const order = problem && (await findOrder(db, problem.orderId))
  return order && { problem, order }
}

const orderLink = ({ id }: OrderRow, { publicUrl }: Site) =>
  link('See the order', `${publicUrl}${orderPage(id, 'problems')}`)

type Writer = (facts: Facts, site: Site, times: MailTimes) => { subject: string; blocks: (MailBlock | null)[] }

const writers: Record<ProblemNews, Writer> = {
  opened: ({ problem, order }) => ({
    subject: 'A problem with your order',
    blocks: [
      `The ${problem.openedBy} has reported a problem with the order for ${bookOf(order)}: “${problemKinds[problem.kind]}”.`,
      'All deadlines are paused. Please read it and answer.',
    ],
  }),
  answered: ({ order }) => ({
    subject: 'An answer about your order',
    blocks: [`There’s an answer about the problem with the order for ${bookOf(order)}. Please read it.`],
  }),
  settled: ({ problem, order }) => ({
    subject: 'Settled',
    blocks: [`The ${problem.openedBy} has closed the problem with ${bookOf(order)}. The order goes on.`],
  }),
  decided: ({ problem, order, reason, to }) => ({
    subject: 'The club has decided',
    blocks: [
      `The club has decided about the problem with the order for ${bookOf(order)}. ${outcomeLine(problem, order, to)}`,
      quote('Why', reason),
      order.state === 'refunded' ? 'The order is over.' : '',
      to === 'seller' && order.isCopyBack ? 'You can put the book up for sale again on the order’s page.' : '',
    ],
  }),
  waiting: ({ problem, order }, site, { day }) => ({
    subject: 'Still open',
    blocks: [
      `The problem with the order for ${bookOf(order)} has been open since ${day(problem.openedAt)}. The ${problem.openedBy} can close it, the seller can give the money back, and the club can decide.`,
      `No answer? Write to the club: ${clubContact(site)}`,
    ],
  }),
}

/** The decision's effect on one side. */
function outcomeLine({ outcome, givenBack }: ProblemRow, order: OrderRow, to: Side): string {
  const decided: ProblemOutcome = outcome ?? 'nothing'
  if (decided === 'nothing') return 'No money goes back, and the order goes on.'
  const amount = formatMoney({ minor: givenBack ?? order.amount, currency: order.currency })
  const what = decided === 'part' ? `${amount} of the price` : `the whole price, ${amount},`
  const byProvider = backHow(order.paymentMethod)
  const how = order.paysInCash ? 'from the seller in cash' : `${byProvider}. It can take a few days to arrive`
  return to === 'buyer'
    ? `You get ${what} back ${how}.`
    : order.paysInCash
      ? `Please give the buyer ${what} back in cash.`
      : `The buyer gets ${what} back ${byProvider}.`
}
