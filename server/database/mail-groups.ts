import type { MailGroup } from '#contract/accounts/mail-choices.ts'
import type { MailJob, MailKinds, OrderNews, ProblemNews } from './mail-jobs.ts'

/** To which group an email belongs; `always` for what nobody can turn off: money, and the safety of one's account. */
type Belongs = MailGroup | 'always'

/** Of an order. Who may still say that something is wrong, before the seller is paid, must hear of it: that is money. */
const ofOrderNews: Record<OrderNews, Belongs> = {
  reserved: 'orders',
  cash_chosen: 'orders',
  agreed: 'orders',
  cancelled: 'orders',
  expired: 'orders',
  paid: 'always',
  first_reminder: 'reminders',
  last_reminder: 'reminders',
  handed_over: 'always',
  account_closed: 'always',
  account_suspended: 'orders',
}

/** Of a problem, that money waits for. */
const ofProblemNews: Record<ProblemNews, Belongs> = {
  opened: 'always',
  answered: 'orders',
  settled: 'orders',
  decided: 'always',
  waiting: 'reminders',
}

/** Every email's group. What the club decides about a person or a listing is told whatever they chose. */
const belongsTo: { [Name in keyof MailKinds]: Belongs | ((about: MailKinds[Name]) => Belongs) } = {
  order_paid: 'always',
  order_news: ({ news }) => ofOrderNews[news],
  problem_news: ({ news }) => ofProblemNews[news],
  problem_reminder: 'reminders',
  order_refund: 'always',
  refund_failure: 'always',
  refund_to_give: 'always',
  payout: 'always',
  wants_found: 'wants',
  unread_messages: 'messages',
  account_suspended: 'always',
  account_restored: 'always',
  admin_news: 'always',
  listing_taken_down: 'always',
  listing_put_back: 'always',
  report_waiting: 'reminders',
  report_decided: 'always',
  export_ready: 'always',
  export_failed: 'always',
  written: 'always',
}

/** The group by which a person can turn this email off; null for one that always comes. */
export function groupOf({ letter, about }: MailJob): MailGroup | null {
  const known = belongsTo[letter] as Belongs | ((about: MailJob['about']) => Belongs)
  const group = typeof known === 'function' ? known(about) : known
  return group === 'always' ? null : group
}

/** The names of all emails. */
export const mailKinds = Object.keys(belongsTo) as (keyof MailKinds)[]
