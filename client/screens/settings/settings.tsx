import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { getSettings } from '#contract/settings/settings-calls.ts'
import { SettingsForm } from '#client/club/settings-form.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Pictures } from './pictures.tsx'
import { WantedWords } from './wanted-words.tsx'

/** Settings screen; changes apply at once. */
export default function Settings() {
  const settings = useCall(
    getSettings,
    {},
    {
      // No cache after unmount: the next visit loads the latest, while an open form keeps its input.
      gcTime: 0,
    },
  )
  if (settings.data)
    return (
      <>
        <SettingsForm opened={settings.data} />
        <PagesLink />
        <WantedWords />
        <Pictures />
      </>
    )
  if (settings.isError) return <Retry error={settings.error} onRetry={() => void settings.refetch()} />
  return <Skeletons count={3} className="h-40" label="Loading the settings" />
}

function PagesLink() {
  return (
    <section aria-labelledby="pages-heading" className="sheet mt-6 max-w-2xl p-5 sm:p-6">
      <h2 id="pages-heading" className="mb-2 text-xl">
        Pages
      </h2>
      <p className="mb-3">About, terms of use, privacy and the others: read and change what visitors see there.</p>
      <Link to={href('/dashboard/settings/pages')} className="button-outline">
        Change the texts
      </Link>
    </section>
  )
}
