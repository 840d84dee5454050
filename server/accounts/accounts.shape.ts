import type { Account, MailRefusal } from '#contract/accounts/accounts.ts'
import type { AccountRow } from './accounts.public.ts'

/** Account row → contract, for its own person; a name is empty without one, the identity until the first sign-in since a move. */
export function shapeAccount(row: AccountRow): Account {
  const { id, identityId, name, email, emailVerified, role, photoUrl, joinedAt } = row
  return { id, identityId: identityId ?? '', name, email, emailVerified, role, photoUrl, joinedAt }
}

/** The last refusal of the address's mail server; null while it takes emails. */
export const mailRefusalOf = ({
  mailRefusedAt: at,
  mailRefusedWords: words,
}: Pick<AccountRow, 'mailRefusedAt' | 'mailRefusedWords'>): MailRefusal | null => at && { at, words: words ?? '' }
