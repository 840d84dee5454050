import type { Condition } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'

/** Condition of the copy, as a word and one to three dots; nothing where the seller gave none. */
export function ConditionGrade({ condition }: { condition: Condition | null }) {
  if (!condition) return null
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">Condition: </span>
      <Grade condition={condition} />
    </span>
  )
}

/** The same where its label stands beside it. */
export function Grade({ condition }: { condition: Condition }) {
  const grade = CONDITIONS.length - CONDITIONS.indexOf(condition)
  return (
    <>
      {condition}{' '}
      <span aria-hidden="true" className="tracking-widest">
        {'●'.repeat(grade)}
        {'○'.repeat(CONDITIONS.length - grade)}
      </span>
    </>
  )
}
