import { Link } from 'react-router'
import { listCategories } from '#contract/books/categories.ts'
import { href } from '#contract/href.ts'
import type { ChecklistEntry } from '#contract/settings/checklist.ts'
import { getSettings } from '#contract/settings/settings-calls.ts'
import type { SettingName } from '#contract/settings/shop-settings.ts'
import { categoryTitle } from '#contract/wording.ts'
import { ChecklistLine } from '#client/club/checklist-line.tsx'
import { SettingsForm } from '#client/club/settings-form.tsx'
import { TestMail } from '#client/club/test-mail.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { steps, type StepName } from './steps.ts'
import { TestOrder } from './test-order.tsx'

interface StepProps {
  name: StepName
  checklist: readonly ChecklistEntry[]
  /** Marks this step as done. */
  keep: () => void
  /** Marks it as done and goes to the next one. */
  goOn: () => Promise<void>
  /** What follows; not before the content, which would push it down. */
  children: React.ReactNode
}

/** What a step asks or shows, and what follows it. */
export function StepContent({ children, ...step }: StepProps) {
  const { name, checklist, goOn } = step
  const names = settingsOf[name]
  if (!names)
    return (
      <>
        <Shown {...step} />
        {children}
      </>
    )
  return (
    <SettingsStep names={names} goOn={goOn}>
      {name === 'paying' && (
        <>
          <Cards />
          <Open name={name} checklist={checklist} />
        </>
      )}
      {children}
    </SettingsStep>
  )
}

/** Settings that a step asks for. */
const settingsOf: Partial<Record<StepName, readonly SettingName[]>> = {
  club: ['name', 'tagline', 'contact'],
  visitors: ['catalogue'],
  paying: ['payments'],
}

/** A step without settings. */
function Shown({ name, checklist, keep }: Omit<StepProps, 'goOn' | 'children'>) {
  if (name === 'selling')
    return (
      <>
        <Categories />
        <Open name={name} checklist={checklist} />
      </>
    )
  if (name === 'texts')
    return (
      <>
        <p className="text-ink-2">
          The pages come with a text that describes what the software does. Add who you are and what your country’s law
          requires.
        </p>
        <Items name={name} checklist={checklist} />
        <p>
          <Link to={href('/dashboard/settings/pages')} className="link touchable inline-block py-1">
            See all pages
          </Link>
        </p>
      </>
    )
  return name === 'email' ? <TestMail onTaken={keep} /> : <TestOrder onDone={keep} />
}

interface SettingsStepProps extends Pick<StepProps, 'goOn' | 'children'> {
  names: readonly SettingName[]
}

function SettingsStep({ names, goOn, children }: SettingsStepProps) {
  const settings = useCall(getSettings, {}, { gcTime: 0 })
  if (settings.isPending) return <Skeletons count={1} className="h-60" label="Loading the settings" />
  return (
    <>
      {settings.data ? (
        <SettingsForm opened={settings.data} step={{ names, onSaved: goOn }} />
      ) : (
        <Retry error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {children}
    </>
  )
}

function Categories() {
  const categories = useCall(listCategories, {})
  return (
    <div className="sheet grid grid-cols-1 gap-3 p-5 sm:p-6">
      <p>Sellers put each book into a category, and buyers look for it there:</p>
      {categories.isError && <Retry error={categories.error} onRetry={() => void categories.refetch()} />}
      {categories.isPending && <Skeletons count={1} className="h-16" label="Loading the categories" />}
      <ul className="list-disc ps-5">
        {categories.data?.map(({ id, slug }) => (
          <li key={id}>
            <bdi>{categoryTitle(slug)}</bdi>
          </li>
        ))}
      </ul>
      <Link to={href('/dashboard/categories')} className="button-outline justify-self-start">
        Change the categories
      </Link>
    </div>
  )
}

/** Who takes the cards, which the operator of the server sets. */
function Cards() {
  const { cards } = useSite()
  if (cards.mode === 'simulator') return <p className="text-ink-2">This is the demo: its cards are not real.</p>
  if (cards.mode === 'off') return null
  return (
    <p className="text-ink-2">
      Cards are charged by Stripe, with the keys in <code>STRIPE_SECRET_KEY</code> on the server.{' '}
      <Link to={href('/dashboard/doctor')}>The health check</Link> asks it whether they work.
    </p>
  )
}

/** What the checklist still has of a step. */
function Open({ name, checklist }: Pick<StepProps, 'name' | 'checklist'>) {
  return <Items name={name} checklist={checklist.filter(({ done }) => !done)} />
}

function Items({ name, checklist }: Pick<StepProps, 'name' | 'checklist'>) {
  const items: readonly string[] = steps[name].items
  const entries = checklist.filter(({ item }) => items.includes(item))
  if (entries.length === 0) return null
  return (
    <ul className="sheet grid gap-4 p-5 sm:p-6">
      {entries.map((entry) => (
        <ChecklistLine key={entry.item} entry={entry} />
      ))}
    </ul>
  )
}
