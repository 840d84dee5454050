import { conditions, type Condition } from '#contract/books.ts'

/** How good the copy is, in the seller's word and in one to three dots; nothing where the seller did not say. */
export function ConditionGrade({ condition }: { condition: Condition | null }) {
  if (!condition) return null
  const grade = conditions.length - conditions.indexOf(condition)
  return (
    <span>
      <span className="sr-only">Condition: </span>
      {condition}{' '}
      <span aria-hidden="true" className="tracking-widest">
        {'●'.repeat(grade)}
        {'○'.repeat(conditions.length - grade)}
      </span>
    </span>
  )
}
