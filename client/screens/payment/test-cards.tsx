/** Numbers that the simulator knows, and what each one does. */
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0025 0000 3155', 'pays after a check by the bank'],
  ['4000 0084 0000 1629', 'is declined after a check by the bank'],
  ['4000 0000 0000 5126', 'pays, and its refunds fail after a moment'],
] as const

/** The list of test numbers, each with a button that fills it in. */
export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <details className="text-sm">
      <summary className="min-h-11 py-2.5 font-semibold text-link">Test card numbers</summary>
      <p className="mb-2 text-ink-2">Use any future date and any three digits with them.</p>
      <ul className="divide-y divide-rule border-y border-rule">
        {testCards.map(([number, effect]) => (
          <li key={number} className="flex items-center justify-between gap-x-4 py-1">
            <span>
              <span className="font-mono whitespace-nowrap">{number}</span> <span className="text-ink-2">{effect}</span>
            </span>
            <button type="button" className="button-quiet" onClick={() => onUse(number)}>
              Use
              <span className="sr-only">
                {' '}
                the card {number}, which {effect}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
