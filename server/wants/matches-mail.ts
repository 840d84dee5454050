import * as z from 'zod/mini'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { bookWords, mailText, quoted } from '#contract/mail-words.ts'
import { formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { listMatchesOf } from './matches.sql.ts'

const MOST_IN_MAIL = 20

/**
 * Mails books that an account's saved searches found; `at`, the email's due time, identifies the batch. Null where none
 * is for sale any more, for closed, suspended and unconfirmed accounts.
 */
export const matchesMail = defineMail({
  name: 'wants_found',
  group: 'wants',
  params: z.object({ accountId: z.string(), at: z.string() }),
  write: async ({ db, site }, { accountId, at }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.closedAt || account.suspendedAt || !account.emailVerified) return null
    const found = await listMatchesOf(db, accountId, new Date(at), MOST_IN_MAIL + 1)
    if (found.length === 0) return null
    const shown = found
      .slice(0, MOST_IN_MAIL)
      .map(({ id, title, author, resalePrice, currency, wantName }) =>
        [
          `${bookWords({ title, author })}: ${formatMoney({ minor: resalePrice, currency })}`,
          ...(wantName === null ? [] : [`Your search: ${quoted(wantName)}`]),
          `${site.publicUrl}${bookPath({ id })}`,
        ].join('\n'),
      )
    const isOne = found.length === 1
    const paragraphs = [
      isOne ? 'A book you’re waiting for is for sale:' : 'Books you’re waiting for are for sale:',
      ...shown,
      ...(found.length > MOST_IN_MAIL ? ['There are more; your saved searches show all of them.'] : []),
      `Your saved searches, to change or stop them: ${site.publicUrl}${href('/dashboard/saved-searches')}`,
    ]
    return {
      to: { name: account.name, address: account.email },
      subject: isOne
        ? `For sale: ${quoted(found[0]!.title)}`
        : `${found.length > MOST_IN_MAIL ? 'Many' : found.length} books you’re waiting for`,
      text: mailText(paragraphs),
    }
  },
})
