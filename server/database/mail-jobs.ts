/**
 * What one side of an order gets an email about. `account_closed`: the other side's, of a paid order;
 * `account_suspended`: the other side's, of one that is not over.
 */
export type OrderNews =
  | 'reserved'
  | 'cash_chosen'
  | 'agreed'
  | 'cancelled'
  | 'expired'
  | 'paid'
  | 'first_reminder'
  | 'last_reminder'
  | 'handed_over'
  | 'account_closed'
  | 'account_suspended'

/** What may be told about a problem. */
export type ProblemNews = 'opened' | 'answered' | 'settled' | 'decided' | 'waiting'

/**
 * Every email, and what it is written from. To add one:
 *
 * 1. Name it here, with the ids it is about. No name, address or text: a job is a note in the database, and an email is
 *    written from what is true when it goes out.
 * 2. Write it in its noun's folder: a function `(services, about) => Promise<Mail | null>`, null when there is nothing
 *    (any more) to tell; an empty address, as a closed account has, counts as nothing, too.
 * 3. Name that function in `send-mail.ts`.
 * 4. Say in `mail-groups.ts` whether people may turn it off, and with which others.
 * 5. Book it where the thing happens, in the same transaction: `await addMail(tx, 'order_paid', { orderId, to })`.
 *
 * The rest comes by itself: it goes out once that is committed, however long the mail server is away (tried for five
 * days, later and later), under one message id made from its name and what it is about. So book the same email about
 * the same thing once only.
 */
export interface MailKinds {
  order_paid: { orderId: string; to: 'buyer' | 'seller' }
  /** Of the first one since all were read; `number` is that one's in its conversation. */
  unread_messages: { conversationId: string; accountId: string; number: number }
  /** What one side of an order gets about a problem with it; `place`: of the entry, or how often it was brought to mind. */
  problem_news: { problemId: string; to: 'buyer' | 'seller'; news: ProblemNews; place: number }
  /** What brings an open problem to an admin's mind, and how often that was done. */
  problem_reminder: { problemId: string; adminId: string; place: number }
  /** The club transferred to a seller what it owed. */
  payout: { payoutId: string }
  /** Money of an order goes back, a part or all of it. */
  order_refund: { refundId: string; to: 'buyer' | 'seller' }
  /** To the buyer: it came back from the card's bank, or they got it after all; `since` when. */
  refund_failure: { refundId: string; news: 'failed' | 'given'; since: string }
  /** To an admin, who has to give it back another way. */
  refund_to_give: { refundId: string; adminId: string; since: string }
  /** What else may become of an order, once each; or once for each `since`. */
  order_news: { orderId: string; to: 'buyer' | 'seller'; news: Exclude<OrderNews, 'paid'>; since?: string }
  /** To the person. `since`: of this suspension. */
  account_suspended: { accountId: string; since: string }
  account_restored: { accountId: string; since: string }
  /** To the person who is an admin now, or no more, and to the admin who did that. */
  admin_news: {
    accountId: string
    keeperId: string
    done: 'appointed' | 'removed'
    to: 'person' | 'keeper'
    since: string
  }
  /** To the seller. `since`: when it was taken down. */
  listing_taken_down: { bookId: string; since: string }
  listing_put_back: { bookId: string; since: string }
  /** To an admin: something was reported that nobody has decided yet. */
  report_waiting: { caseId: string; adminId: string }
  /** To who reported, and to whom it is about. */
  report_decided: { caseId: string; accountId: string }
  /** Books that somebody waits for are for sale. `at`: when the email is due, which names those it is about. */
  wants_found: { accountId: string; at: string }
  /** The file with all of somebody's data is there. */
  export_ready: { exportId: string }
  /** It couldn't be made. */
  export_failed: { exportId: string }
  /** Written already, because it carries a link that nobody else may know: see `queued-mail.ts`. */
  written: { sealed: string; until: string | null }
}

/** An email as a job's payload names it. */
export type MailJob = { [Name in keyof MailKinds]: { letter: Name; about: MailKinds[Name] } }[keyof MailKinds]
