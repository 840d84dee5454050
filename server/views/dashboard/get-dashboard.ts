import { DAY_MS } from '#contract/duration.ts'
import {
  MOST_TASKS,
  SALES_WEEKS,
  type Dashboard,
  type Notice,
  type Task,
  type TaskCounts,
} from '#contract/dashboard.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { countUnread } from '#server/messages/list-conversations.ts'
import type { BackupState } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import { readChecklist } from '#server/settings/read-checklist.ts'
import { weeksUntil } from '#server/views/figures/figures.rules.ts'
import { countPeople, countSold, listAppeared, listReduced } from './news.sql.ts'
import { countTaskRows, listOwedTo, listTaskRows, type TaskReader, type TaskRow } from './tasks.sql.ts'
import { inOrder } from './tasks.rules.ts'

/** How long a found book is news. */
const NEWS_MS = 14 * DAY_MS

type Reader = Pick<SignedInAccount, 'id' | 'role' | 'identityId'>

/** Admins don't trade: theirs are the club's tasks. */
const readerOf = ({ id, role }: Pick<Reader, 'id' | 'role'>): TaskReader =>
  role === 'admin' ? 'club' : { accountId: id }

/** What waits for an account, counted; for an admin with the shop's notices. */
export async function countTasks(
  services: Pick<Services, 'db' | 'clock'>,
  account: Reader,
  readNotices: () => Promise<Notice[]>,
): Promise<TaskCounts> {
  const { unread } = await countUnread(services, account.id)
  const tasks = await countTaskRows(services.db, readerOf(account))
  return { unreadMessages: unread, tasks, notices: account.role === 'admin' ? await readNotices() : [] }
}

/**
 * Dashboard of an account: its own trade, or the whole club's for an admin. Reads pending items, the last weeks' sales
 * and a few books; nothing grows with how much was ever traded.
 */
export async function getDashboard(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'contentPages' | 'deployment' | 'identity'>,
  account: Reader,
  { backups, readNotices }: { backups: BackupState | null; readNotices: () => Promise<Notice[]> },
): Promise<Dashboard> {
  const { db, clock } = services
  const isAdmin = account.role === 'admin'
  const weeks = weeksUntil(clock.now(), SALES_WEEKS)
  const [counts, tasks, owed, appeared, reduced, sold, club] = await Promise.all([
    countTasks(services, account, readNotices),
    listTaskRows(db, readerOf(account)),
    listOwedTo(db, account.id),
    listAppeared(db, account.id, new Date(clock.now().getTime() - NEWS_MS)),
    listReduced(db, account.id),
    countSold(db, account.id, weeks[0]!),
    isAdmin ? getClub(services, account, backups) : null,
  ])
  const countOfKind = new Map(counts.tasks.map(({ kind, count }) => [kind, count]))
  return {
    ...counts,
    rows: inOrder(tasks)
      .slice(0, MOST_TASKS)
      .map((row) => shapeTask(row, isAdmin ? (countOfKind.get(row.kind) ?? 1) : 1)),
    owed,
    appeared,
    reduced,
    sold: sold.length === 0 ? [] : weeks.map((begins) => ({ begins, count: soldIn(sold, begins) })),
    club,
  }
}

async function getClub(
  services: Pick<Services, 'db' | 'settings' | 'contentPages' | 'deployment' | 'identity'>,
  account: Reader,
  backups: BackupState | null,
): Promise<Dashboard['club']> {
  return { ...(await countPeople(services.db)), checklist: await readChecklist(services, account, backups) }
}

const soldIn = (sold: readonly { week: Date; count: number }[], begins: Date) =>
  sold.find(({ week }) => week.getTime() === begins.getTime())?.count ?? 0

/** Task row → contract. */
function shapeTask({ kind, id, person, until, amount, ...row }: TaskRow, count: number): Task {
  const { bookId, title, author, images } = row
  const book = bookId === null ? null : { id: bookId, title: title!, author: author!, images: images ?? [] }
  return { kind, id, count, book, person, until, amount }
}
