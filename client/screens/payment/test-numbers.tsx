interface TestNumbersProps {
  title: string
  hint: string
  numbers: readonly (readonly [number: string, effect: string])[]
  /** What has the number: 'card'. */
  what: string
  onUse: (number: string) => void
}

/** Test numbers of the simulator with their results, each with a button to fill it in. */
export function TestNumbers({ title, hint, numbers, what, onUse }: TestNumbersProps) {
  return (
    <details className="text-sm">
      <summary className="min-h-11 py-2.5 font-semibold text-link">{title}</summary>
      <p className="mb-2 text-ink-2">{hint}</p>
      <ul className="divide-y divide-rule border-y border-rule">
        {numbers.map(([number, effect]) => (
          <li key={number} className="flex items-center justify-between gap-x-4 py-1">
            <span>
              <span className="font-mono wrap-anywhere">{number}</span> <span className="text-ink-2">{effect}</span>
            </span>
            <button type="button" className="button-quiet" onClick={() => onUse(number)}>
              Use
              <span className="sr-only">
                {' '}
                the {what} {number}, which {effect}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
