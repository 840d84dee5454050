import * as z from 'zod/mini'
import { shownBook } from './books/shown-book.ts'
import { defineCall, id } from './call.ts'
import { money, time } from './codecs.ts'
import { checklistEntry } from './settings/checklist.ts'

const count = z.int()

/** What waits for a member: as a buyer, as a seller, as either. */
export const MEMBER_TASKS = [
  'pay',
  'collect',
  /** A refund came back from the card's bank. */
  'refund_failed',
  'agree_to_cash',
  'hand_over',
  /** The order was refunded before the hand-over: put the copy up for sale again, or remove it. */
  'relist',
  /** An open problem waits for this member's answer: with a purchase; with a sale. */
  'answer_seller',
  'answer_buyer',
  /** A conversation with unread messages, in which its seller has never answered; any other one. */
  'question',
  'message',
] as const
/** What waits for the club. */
export const CLUB_TASKS = [
  'report',
  'problem',
  /** A bank disputes a payment and waits for an answer. */
  'dispute',
  /** A failed refund, to be given back in another way. */
  'refund_by_hand',
  'payout',
] as const
const taskKind = z.enum([...MEMBER_TASKS, ...CLUB_TASKS])
export type TaskKind = z.output<typeof taskKind>

/** Most rows of tasks on a dashboard. */
export const MOST_TASKS = 12
/** How far tasks are counted: this many are "99+". */
export const MOST_COUNTED = 100
/** Most books in each list of news. */
export const MOST_NEWS = 4
/** Weeks in the plot of a seller's sales, the running one included. */
export const SALES_WEEKS = 12

const task = z.object({
  kind: taskKind,
  /** Of the order, conversation, case or seller to pay. */
  id: z.uuid(),
  /** Tasks that the row stands for: the club's are one row per kind, with the facts of the most urgent. */
  count,
  book: z.nullable(shownBook),
  /** Name of the other side; null for tasks without one. */
  person: z.nullable(z.string()),
  until: z.nullable(time),
  amount: z.nullable(money),
})
export type Task = z.output<typeof task>

/** What fares badly with the shop itself, or is new, for its admins. */
export const NOTICES = ['mail', 'webhook', 'disk', 'backups', 'release'] as const

const notice = z.object({
  kind: z.enum(NOTICES),
  /** Since when; null where that is unknown or says nothing. */
  since: z.nullable(time),
  found: z.string(),
  /** What to do. */
  advice: z.string(),
  /** A page about it elsewhere; null for none. */
  page: z.nullable(z.url()),
})
export type Notice = z.output<typeof notice>

const taskCounts = z.object({
  unreadMessages: count,
  /** For admins; empty for everyone else. */
  notices: z.array(notice),
  /** Kinds without any are left out; at most `MOST_COUNTED` of those of one side's orders together. */
  tasks: z.array(z.object({ kind: taskKind, count })),
})
export type TaskCounts = z.output<typeof taskCounts>

/** A book that a saved search found; the search's name, where it is still saved. */
const appeared = z.object({ book: shownBook, price: money, search: z.nullable(z.string()) })
const reduced = z.object({ book: shownBook, price: money, was: money })

const dashboard = z.extend(taskCounts, {
  /** By deadline, then what is about money, then people who wait; the longest first. */
  rows: z.array(task),
  /** Balance owed to the account as a seller, by currency; empty for none. */
  owed: z.array(money),
  appeared: z.array(appeared),
  reduced: z.array(reduced),
  /** Books sold in each of the last weeks, earliest first; empty for who sold none in these. */
  sold: z.array(z.object({ begins: time, count })),
  /** For admins; null for everyone else. */
  club: z.nullable(z.object({ sellers: count, buyers: count, checklist: z.array(checklistEntry) })),
})
export type Dashboard = z.output<typeof dashboard>

const topics = ['messages', 'orders', 'people', 'reports', 'payouts'] as const

export const getDashboard = defineCall({
  method: 'GET',
  path: '/dashboard',
  topics: [...topics, 'favourites', 'wants', 'settings', 'categories'],
  access: 'member',
  summary: 'What waits for the account, what is new for it, and for an admin what the club still needs',
  answer: dashboard,
})

export const countTasks = defineCall({
  method: 'GET',
  path: '/task-counts',
  topics,
  access: 'member',
  summary: 'What waits for the account, counted by kind: for the badges of every page',
  answer: taskCounts,
})

export const listUnreadOfOrders = defineCall({
  method: 'GET',
  path: '/unread-messages/by-order',
  topics: ['messages'],
  access: 'member',
  summary: 'How many messages the caller hasn’t read about each order; orders without any are left out',
  answer: z.array(z.object({ orderId: id, unread: count })),
})
