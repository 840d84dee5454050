import type { Condition } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'

/** How good the copy is, in the seller's word and in one to three dots; nothing where the seller did not say. */
export function ConditionGrade({ condition }: { condition: Condition | null }) {
  if (!condition) return null
  const grade = CONDITIONS.length - CONDITIONS.indexOf(condition)
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">Condition: </span>
      {condition}{' '}
      <span aria-hidden="true" className="tracking-widest">
        {'●'.repeat(grade)}
        {'○'.repeat(CONDITIONS.length - grade)}
      </span>
    </span>
  )
}
