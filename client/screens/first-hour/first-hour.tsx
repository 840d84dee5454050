import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { getDashboard } from '#contract/dashboard.ts'
import { href } from '#contract/href.ts'
import type { ChecklistEntry } from '#contract/settings/checklist.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { readStorage, writeStorage } from '#client/ui/storage/browser-storage.ts'
import { StepContent } from './step-content.tsx'
import { StepList } from './step-list.tsx'
import { isStep, stepAfter, stepNames, steps, type StepName } from './steps.ts'

/** What a new club decides, step by step, and a test email and order at the end. Each step can be left for later. */
export default function FirstHour() {
  const dashboard = useCall(getDashboard, {}, { staleTime: 0 })
  const checklist = dashboard.data?.club?.checklist
  if (checklist) return <Steps checklist={checklist} />
  if (dashboard.isError) return <Retry error={dashboard.error} onRetry={() => void dashboard.refetch()} />
  return <Skeletons count={2} className="h-60" label="Loading the steps" />
}

function Steps({ checklist }: { checklist: readonly ChecklistEntry[] }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = search.get('step')
  const current = isStep(asked) ? asked : 'club'
  const next = stepAfter(current)
  const { done, keep } = useDone(checklist)
  const goOn = async () => {
    keep(current)
    await navigate(next ? { search: `?step=${next}` } : href('/dashboard'), { preventScrollReset: true })
  }
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
      <StepList current={current} done={done} />
      <section key={current} aria-labelledby="step-heading" className="grid grid-cols-1 content-start gap-4">
        <StepHeading name={current} isAsked={asked !== null} />
        <StepContent name={current} checklist={checklist} keep={() => keep(current)} goOn={goOn}>
          <p>
            <Link
              to={next ? { search: `?step=${next}` } : href('/dashboard')}
              preventScrollReset
              className="button-outline"
            >
              {next ? `Next: ${steps[next].title}` : 'Finish'}
            </Link>
          </p>
        </StepContent>
      </section>
    </div>
  )
}

/** Title of a step, which takes the focus when one goes to it. */
function StepHeading({ name, isAsked }: { name: StepName; isAsked: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAsked) heading.current?.focus({ preventScroll: true })
  }, [isAsked])
  return (
    <div>
      <p className="text-sm text-ink-2">{`Step ${stepNames.indexOf(name) + 1} of ${stepNames.length}`}</p>
      <h2 ref={heading} id="step-heading" tabIndex={-1} className="text-xl outline-none">
        {steps[name].title}
      </h2>
    </div>
  )
}

/** Done steps: the checklist says which; those without an item are kept in this browser. */
function useDone(checklist: readonly ChecklistEntry[]) {
  const key = `first-hour-${useAccount().id}`
  const [kept, setKept] = useState(() => readKept(key))
  const isOpen = (name: StepName) => checklist.some(({ item, done }) => !done && has(name, item))
  const done = new Set(
    stepNames.filter((name) => !isOpen(name) && (steps[name].items.length > 0 || kept.includes(name))),
  )
  function keep(name: StepName) {
    const all = [...new Set([...kept, name])]
    writeStorage(key, all)
    setKept(all)
  }
  return { done, keep }
}

const has = (name: StepName, item: ChecklistEntry['item']) =>
  (steps[name].items as readonly ChecklistEntry['item'][]).includes(item)

function readKept(key: string): StepName[] {
  const kept = readStorage(key)
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string' && isStep(name)) : []
}
