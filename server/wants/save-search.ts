import { refuse, type Refuses } from '#contract/problems.ts'
import { readSearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import { MOST_WANTS, type Often, type UnderstoodSearch } from '#contract/wants/wants.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Tx } from '#server/database/schema.ts'
import { askedWords, findRarest, whyNever } from '#server/search/search.public.ts'
import { understandSearch } from '#server/search/understood/understand-search.ts'
import type { Services } from '#server/services.ts'
import { countWants, findSameWant, insertWant, updateWant } from './wants.sql.ts'

export type WantServices = Pick<Services, 'db' | 'clock'> & Refuses<'email_not_confirmed' | 'too_many_wants'>

/**
 * Saves a search; its owner gets an email for each new book that matches. Refuses a search that no book can ever
 * match, more wants than an account may have, and an unconfirmed email, which may be a stranger's. The same search again updates its name
 * and frequency.
 */
export async function saveSearch(
  services: WantServices,
  accountId: string,
  { search, name, often }: { search: string; name: string; often: Often },
): Promise<string> {
  const request = readSearchRequest(new URLSearchParams(search))
  const { words } = askedWords(request.q)
  const saved = searchParamsOf({ ...request, exact: false }).toString()
  const problem = whyNever(request)
  if (problem !== null) return refuse('invalid_input', problem, [{ field: 'search', message: problem }])
  return services.db.transaction().execute(async (tx) => {
    const keyWord = (await findRarest(tx, words))!
    const account = await lockOpenAccount(tx, accountId)
    const same = await findSameWant(tx, accountId, { search: saved })
    if (same !== null) {
      await updateWant(tx, accountId, same, { name, often })
      return same
    }
    await requireRoom(services, tx, account)
    return insertWant(tx, accountId, { search: saved, keyWord, bookId: null, name, often, now: services.clock.now() })
  })
}

/** The words that a search would wait for, or why no book can ever match it. */
export const understandWanted = (services: Pick<Services, 'db'>, search: string): Promise<UnderstoodSearch> =>
  understandSearch(services, readSearchRequest(new URLSearchParams(search)))

/** Refuses an account at its limit of wants, and one with an unconfirmed email. The account's row is locked. */
export async function requireRoom(services: WantServices, tx: Tx, account: AccountRow): Promise<void> {
  if (!account.emailVerified)
    services.refuse('email_not_confirmed', 'Please confirm your email first: that’s where we’ll write.')
  if ((await countWants(tx, account.id)) >= MOST_WANTS)
    services.refuse('too_many_wants', `You have ${MOST_WANTS} saved searches. Delete one to make room.`)
}
