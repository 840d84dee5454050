import { Link } from 'react-router'
import { stepNames, steps, type StepName } from './steps.ts'

/** All steps with a check mark at those that are done; on a phone their numbers. */
export function StepList({ current, done }: { current: StepName; done: ReadonlySet<StepName> }) {
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-1 sm:grid sm:border-t sm:border-rule">
        {stepNames.map((name, place) => (
          <li key={name} className="sm:border-b sm:border-rule">
            <Link
              to={{ search: `?step=${name}` }}
              preventScrollReset
              aria-current={name === current || undefined}
              className="flex min-h-11 min-w-11 items-center justify-center gap-2 border border-rule text-ink no-underline hover:underline aria-current:border-ink aria-current:bg-card aria-current:font-semibold max-sm:px-1 sm:justify-start sm:border-0"
            >
              <span aria-hidden="true" className={`w-5 text-center ${done.has(name) ? 'text-ok' : 'text-ink-2'}`}>
                {done.has(name) ? '✓' : place + 1}
              </span>
              <span className="max-sm:sr-only">
                {done.has(name) && <span className="sr-only">Done: </span>}
                {steps[name].title}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
