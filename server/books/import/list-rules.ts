import { refuse } from '#contract/problems.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { sentenceOf } from '#contract/books/left-out.ts'
import { readListRow, type ListRules } from './read-list-row.ts'

/**
 * Builds the rules for reading a list in this shop. Refuses (Refusal, `invalid_input`) defaults that no book may have.
 */
export async function listRules(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  { given, makeUpMissing, mostCopies }: Pick<ListRules, 'given' | 'makeUpMissing' | 'mostCopies'>,
): Promise<ListRules> {
  const rules: ListRules = {
    currency: services.shop.currency,
    thisYear: services.clock.now().getUTCFullYear(),
    categories: (await listCategoryRows(services.db)).map(({ slug }) => slug),
    given,
    makeUpMissing,
    ...(mostCopies !== undefined && { mostCopies }),
  }
  const trial = readListRow({ title: 'A title', authors: 'An author' }, { ...rules, makeUpMissing: true })
  if (trial.kind !== 'refused') return rules
  const reasons = trial.reasons.map(({ column, reason }) =>
    column && given[column] !== undefined ? `“${given[column]}”: ${reason}` : reason,
  )
  const fields = trial.reasons.flatMap(({ column, reason }) =>
    column ? { field: `given.${column}`, message: sentenceOf(reason) } : [],
  )
  return refuse('invalid_input', `For all books: ${reasons.join('; ')}.`, fields)
}
