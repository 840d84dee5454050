import * as z from 'zod/mini'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { exampleBook, exampleIds } from '#contract/examples.ts'
import { link, type MailBlock } from '#contract/mail-blocks.ts'
import { bookWords, quoted } from '#contract/mail-words.ts'
import { formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { listMatchesOf } from './matches.sql.ts'

const MOST_IN_MAIL = 20

type Match = Pick<
  Awaited<ReturnType<typeof listMatchesOf>>[number],
  'id' | 'title' | 'author' | 'resalePrice' | 'currency' | 'wantName'
>

const example: Match = {
  id: exampleIds.book,
  title: exampleBook.book_name,
  author: exampleBook.book_writer,
  resalePrice: 1250,
  currency: 'USD',
  wantName: 'tide tables',
}

/**
 * Mails books that an account's saved searches found; `at`, the email's due time, identifies the batch. Null where none
 * is for sale any more, for closed, suspended and unconfirmed accounts.
 */
export const matchesMail = defineMail({
  name: 'wants_found',
  group: 'wants',
  params: z.object({ accountId: z.string(), at: z.string() }),
  find: async ({ db }, { accountId, at }) => {
    const account = await findAccountById(db, accountId)
    if (!account || account.closedAt || account.suspendedAt || !account.emailVerified) return null
    const found: Match[] = await listMatchesOf(db, accountId, new Date(at), MOST_IN_MAIL + 1)
    return found.length === 0 ? null : { to: { name: account.name, address: account.email }, found }
  },
  write: ({ found }, { publicUrl }) => {
    const shown = found
      .slice(0, MOST_IN_MAIL)
      .map(({ id, title, author, resalePrice, currency, wantName }): MailBlock => ({
        is: 'item',
        words: `${bookWords({ title, author })}: ${formatMoney({ minor: resalePrice, currency })}`,
        detail: wantName === null ? '' : `Your search: ${quoted(wantName)}`,
        href: `${publicUrl}${bookPath({ id })}`,
      }))
    const isOne = found.length === 1
    return {
      subject: isOne
        ? `For sale: ${quoted(found[0]!.title)}`
        : `${found.length > MOST_IN_MAIL ? 'Many' : found.length} books you’re waiting for`,
      blocks: [
        isOne ? 'A book you’re waiting for is for sale:' : 'Books you’re waiting for are for sale:',
        ...shown,
        found.length > MOST_IN_MAIL ? 'There are more; your saved searches show all of them.' : '',
        link('Change or stop your saved searches', `${publicUrl}${href('/dashboard/saved-searches')}`),
      ],
    }
  },
  examples: [
    {
      to: 'Who saved a search',
      when: 'It finds a book, or a reserved one is back on sale',
      facts: { found: [example] },
    },
    {
      to: 'Who saved a search',
      when: 'It finds several',
      facts: { found: [example, { ...example, title: 'The Salt Road', author: 'Ira Moss', wantName: null }] },
    },
  ],
})
