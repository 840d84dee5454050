import * as z from 'zod/mini'
import { bookWords, mailText, quoted } from '#contract/mail-words.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import { problemKinds, type ProblemOutcome } from '#contract/orders/problems.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail, type MailPreference } from '#server/mail/define-mail.ts'
import { readerOf } from '#server/orders/orders.rules.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
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
  write: async ({ db, site }, { problemId, to, news, place }) => {
    const found = await findBoth(db, problemId)
    const reader = found && readerOf(found.order, to)
    if (!reader) return null
    if (news === 'waiting' && found.problem.endedAt) return null
    const { order } = found
    const reason = news === 'decided' ? await findEntryText(db, problemId, place) : null
    const { subject, paragraphs } = writers[news]({ ...found, to, reason }, site)
    return { to: reader, subject: `${subject}: ${quoted(order.snapshot.title)}`, text: textOf(paragraphs, order, site) }
  },
})

/** Reminds an admin of an open problem. Null once it has ended, or they are no admin any more. */
export const problemReminderMail = defineMail({
  name: 'problem_reminder',
  group: 'reminders',
  params: z.object({ problemId: z.string(), adminId: z.string(), place: z.number() }),
  write: async ({ db, site }, { problemId, adminId }) => {
    const [found, admin] = [await findBoth(db, problemId), await findAccountById(db, adminId)]
    if (!found || found.problem.endedAt || admin?.role !== 'admin' || admin.closedAt) return null
    const { problem, order } = found
    const paragraphs = [
      `The ${problem.openedBy} of ${bookOf(order)} opened a problem on ${dayOf(problem.openedAt)}: “${problemKinds[problem.kind]}”. It’s still open, and the order can’t go on.`,
      'Read what both sides say, and decide.',
    ]
    return {
      to: { name: admin.name, address: admin.email },
      subject: `Waiting for your decision: ${quoted(order.snapshot.title)}`,
      text: textOf(paragraphs, order, site),
    }
  },
})

async function findBoth(db: Db, problemId: string): Promise<{ problem: ProblemRow; order: OrderRow } | null> {
  const problem = await findProblem(db, problemId)
  const order = problem && (await findOrder(db, problem.orderId))
  return order && { problem, order }
}

const textOf = (paragraphs: string[], order: OrderRow, { publicUrl }: Site) =>
  mailText([...paragraphs, `The order: ${publicUrl}${orderPage(order.id, 'problems')}`])

const writers: Record<ProblemNews, (facts: Facts, site: Site) => { subject: string; paragraphs: string[] }> = {
  opened: ({ problem, order }) => ({
    subject: 'A problem with your order',
    paragraphs: [
      `The ${problem.openedBy} says that something is wrong with the order for ${bookOf(order)}: “${problemKinds[problem.kind]}”.`,
      'All deadlines stop until this is settled. Please read it and answer.',
    ],
  }),
  answered: ({ order }) => ({
    subject: 'An answer about your order',
    paragraphs: [`There’s an answer about the problem with the order for ${bookOf(order)}. Please read it.`],
  }),
  settled: ({ problem, order }) => ({
    subject: 'Settled',
    paragraphs: [`The ${problem.openedBy} says that the problem with ${bookOf(order)} is settled. The order goes on.`],
  }),
  decided: ({ problem, order, reason, to }) => ({
    subject: 'The club has decided',
    paragraphs: [
      `The club has decided about the problem with the order for ${bookOf(order)}. ${outcomeLine(problem, order, to)}`,
      ...(reason ? [`Why: ${reason}`] : []),
    ],
  }),
  waiting: ({ problem, order }, site) => ({
    subject: 'Still open',
    paragraphs: [
      `The problem with the order for ${bookOf(order)} has been open since ${dayOf(problem.openedAt)}. The ${problem.openedBy} can say that it’s settled, the seller can give the money back, and the club can decide.`,
      `Does nobody answer? Write to the club: ${clubContact(site)}`,
    ],
  }),
}

/** The decision's effect on one side. */
function outcomeLine({ outcome, givenBack }: ProblemRow, order: OrderRow, to: Side): string {
  const decided: ProblemOutcome = outcome ?? 'nothing'
  if (decided === 'nothing') return 'No money goes back, and the order goes on.'
  const amount = formatMoney({ minor: givenBack ?? order.amount, currency: order.currency })
  const what = decided === 'part' ? `${amount} of the price` : `the whole price, ${amount},`
  const how = order.paysInCash ? 'from the seller in cash' : 'by card, which can take a few days'
  return to === 'buyer'
    ? `You get ${what} back ${how}.`
    : `The buyer gets ${what} back ${order.paysInCash ? 'from you in cash' : 'by card'}.`
}

const bookOf = ({ snapshot }: OrderRow) => bookWords(snapshot)

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOf = (at: Date) => day.format(at)
