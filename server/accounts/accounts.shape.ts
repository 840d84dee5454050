import type { Account, MailRefusal } from '#contract/accounts/accounts.ts'
import type { AccountRow } from './accounts.public.ts'

/** Account row → contract, for its own person; without a name it is empty. */
export function shapeAccount(row: AccountRow): Account {
  const { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt } = row
  return { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt }
}

/** The last refusal of the address's mail server; null while it takes emails. */
export const mailRefusalOf = ({
  mailRefusedAt: at,
  mailRefusedWords: words,
}: Pick<AccountRow, 'mailRefusedAt' | 'mailRefusedWords'>): MailRefusal | null => at && { at, words: words ?? '' }
