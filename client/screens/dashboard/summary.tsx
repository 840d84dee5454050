import type { Dashboard, TaskKind } from '#contract/dashboard.ts'
import { countOf, formatMoney } from '#contract/wording.ts'
import { taskWords } from '#client/tasks/task-words.tsx'

/** The dashboard in numbers, in one line; nothing where there are none. */
export function Summary({ dashboard }: { dashboard: Dashboard }) {
  const numbers = numbersOf(dashboard)
  return (
    <p className="mb-6 text-ink-2">
      {numbers.map((words, place) => (
        <span key={words}>
          <span className="whitespace-nowrap">{place < numbers.length - 1 ? `${words}\u00A0\u00A0·` : words}</span>{' '}
        </span>
      ))}
    </p>
  )
}

const kinds = Object.keys(taskWords) as TaskKind[]

function numbersOf({ tasks, unreadMessages, owed }: Dashboard): string[] {
  const counts = new Map(tasks.map(({ kind, count }) => [kind, count]))
  const counted = kinds.flatMap((kind) => {
    const count = kind === 'question' || kind === 'message' ? 0 : (counts.get(kind) ?? 0)
    return count > 0 ? [taskWords[kind].many(count)] : []
  })
  return [
    ...counted,
    ...(unreadMessages > 0 ? [countOf(unreadMessages, 'unread message')] : []),
    ...owed.map((amount) => `${formatMoney(amount)} owed to you`),
  ]
}
