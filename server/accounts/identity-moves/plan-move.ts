import type { Role } from '#contract/call.ts'
import type { Services } from '#server/services.ts'
import { FIRST_ID, listForPlan, type PlannedRow } from './identity-moves.sql.ts'

/** What a move to another identity provider means for an account. */
export const OUTCOMES = {
  returns: 'signs in as when the shop had this provider before',
  found: 'finds the account by its confirmed email',
  mailbox_refuses: 'has a confirmed email whose mailbox refuses our emails: finds the account by Google alone',
  unconfirmed: 'doesn’t find the account: its email was never confirmed',
} as const
export type Outcome = keyof typeof OUTCOMES

/** An open account, and what the move means for it. */
export interface PlannedAccount {
  id: string
  email: string
  role: Role
  outcome: Outcome
}

/** Sums over all open accounts. */
export interface MovePlan {
  outcomes: Record<Outcome, number>
  /** Admins who find their account again, and all of them. */
  admins: { found: number; all: number }
}

const outcomeOf = ({ returns, emailVerified, refusesMail }: PlannedRow): Outcome => {
  if (returns) return 'returns'
  if (!emailVerified) return 'unconfirmed'
  return refusesMail ? 'mailbox_refuses' : 'found'
}

/**
 * Tells beforehand what becomes of each open account when the shop is started with this provider; `onAccount` gets them
 * one by one. Changes nothing. Closed accounts stay closed; which domains may join binds no member.
 */
export async function planMove(
  { db }: Pick<Services, 'db'>,
  provider: string,
  onAccount: (account: PlannedAccount) => void = () => {},
): Promise<MovePlan> {
  const plan: MovePlan = {
    outcomes: { returns: 0, found: 0, mailbox_refuses: 0, unconfirmed: 0 },
    admins: { found: 0, all: 0 },
  }
  let rows = await listForPlan(db, provider, FIRST_ID)
  while (rows.length > 0) {
    for (const row of rows) {
      const { id, email, role } = row
      const outcome = outcomeOf(row)
      plan.outcomes[outcome] += 1
      if (role === 'admin') plan.admins.all += 1
      if (role === 'admin' && outcome !== 'unconfirmed') plan.admins.found += 1
      onAccount({ id, email, role, outcome })
    }
    rows = await listForPlan(db, provider, rows.at(-1)!.id)
  }
  return plan
}
