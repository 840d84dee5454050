import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SameBookAnswer, SameBookDecision } from '#contract/search/same-books.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { findBook } from '#server/books/list-books.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import {
  decisionOrdering,
  findDecision,
  insertDecision,
  listDecisionRows,
  readDecisions,
  setUndone,
} from './decisions.sql.ts'
import { formOf, readForm } from './form.rules.ts'
import { unsettleForms } from './forms.sql.ts'
import { areAboutTheSame } from './group-forms.rules.ts'

type DecideServices = Pick<Services, 'clock'> & Refuses<'not_found' | 'listings_alike'>
type Admin = Pick<SignedInAccount, 'id'>

interface Wish {
  listing: string
  other: string
  answer: SameBookAnswer
}

/**
 * An admin joins or parts the works of two listings: for all copies that say the same of their book, until it is undone.
 * It takes the place of what was decided about the two before. Refuses listings that aren't there, and those that say
 * the same, which nothing tells apart. Called twice, it changes nothing the second time.
 */
export async function decideWorks(
  services: DecideServices & Pick<Services, 'db'>,
  admin: Admin,
  wish: Wish,
): Promise<void> {
  await services.db.transaction().execute((tx) => decideWorksIn(tx, services, admin, wish))
}

/** The same within a transaction. */
export async function decideWorksIn(tx: Tx, services: DecideServices, admin: Admin, wish: Wish): Promise<void> {
  const [book, otherBook] = [await findBook({ db: tx }, wish.listing), await findBook({ db: tx }, wish.other)]
  if (!book || !otherBook) return services.refuse('not_found', 'One of these listings isn’t there any more.')
  const [one, other] = [readForm(book), readForm(otherBook)]
  if (one.id === other.id)
    return services.refuse(
      'listings_alike',
      'Both listings say the same of their book: title, author and ISBN. If they aren’t the same book, ask a seller to correct the listing.',
    )
  const areSame = wish.answer === 'same'
  const before = (await readDecisions(tx)).filter((decision) =>
    areAboutTheSame([one, other], [readForm(decision.one), readForm(decision.other)]),
  )
  if (before.some((decision) => decision.areSame === areSame)) return
  const now = services.clock.now()
  for (const { id } of before) await setUndone(tx, id, now)
  await insertDecision(tx, { areSame, one: formOf(one), other: formOf(other) }, admin.id, now)
  await unsettleForms(tx, [...one.blocks, ...other.blocks])
  const kind = areSame ? 'works_joined' : 'works_parted'
  await writeAudit(tx, { kind, by: { as: 'admin', id: admin.id }, at: now, bookId: book.id })
}

/** Undoes a decision: the rules decide again. Refuses unknown ones. Called twice, it changes nothing the second time. */
export async function undoWorks(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: Admin,
  id: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const found = await findDecision(tx, id)
    if (!found) return services.refuse('not_found', 'We can’t find that decision.')
    if (found.isUndone) return
    const now = services.clock.now()
    await setUndone(tx, id, now)
    await unsettleForms(tx, [...readForm(found.one).blocks, ...readForm(found.other).blocks])
    await writeAudit(tx, { kind: 'works_left_to_rules', by: { as: 'admin', id: admin.id }, at: now })
  })
}

/** One page of the decisions in force, newest first. */
export async function listWorkDecisions(
  { db }: Pick<Services, 'db'>,
  page: PageRequest<'newest'>,
): Promise<Page<SameBookDecision>> {
  const rows = await listDecisionRows(db, keysetOf(page, decisionOrdering))
  return pageOf(rows, page, ({ id, areSame, one, other, at, byId, byName }) => ({
    id,
    answer: areSame ? ('same' as const) : ('different' as const),
    one,
    other,
    by: { id: byId, name: byName },
    at,
  }))
}
