import { missingFacts } from '#server/books/brought/read-brought.ts'
import type { ListRow, NeededFact } from '#server/books/import/list-row.ts'
import { FACT_NAMES } from '#server/books/import/read-list-row.ts'
import type { ImportedList } from '#server/books/import/read-list.ts'
import { UsageError } from '#tools/read-call.ts'

/** Flag of each fact for all books. */
const FLAG_EXAMPLES: Record<NeededFact, string> = {
  price: '--price 4.50',
  originalPrice: '--original-price 12.00',
  location: '--location "Central library, front steps"',
  phone: '--phone "+1 555 0100"',
  yearOfPurchase: '--year-of-purchase 2019',
}

/** Refuses (UsageError) facts that neither a column nor a flag gives, by name. Makes nothing up. */
export function requireFacts(
  { source, columns }: Pick<ImportedList, 'source' | 'columns'>,
  { given, makeUpMissing }: { given: ListRow; makeUpMissing: boolean },
): void {
  const missing = missingFacts({ columns }, given)
  if (missing.length === 0 || makeUpMissing) return
  throw new UsageError(
    `${source.name} has no column for: ${missing.map((fact) => FACT_NAMES[fact]).join(', ')}. Add them to the file, or say what holds for all books:
  ${missing.map((fact) => FLAG_EXAMPLES[fact]).join(' ')}
Nothing was imported. For a demo, --make-up-missing makes them up.`,
  )
}
