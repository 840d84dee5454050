import { useQuery } from '@tanstack/react-query'
import { getSettings } from '#contract/settings/settings-calls.ts'
import { call } from '#client/api/call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'

/** What an admin sets of the club. It holds at once, everywhere. */
export default function Settings() {
  const settings = useQuery({
    queryKey: ['settings'],
    // Whoever comes back gets the newest, and a form that is open stays as it is.
    gcTime: 0,
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  })
  if (settings.data) return <SettingsForm opened={settings.data} />
  if (settings.isError) return <Retry error={settings.error} onRetry={() => void settings.refetch()} />
  return <Skeletons count={3} className="h-40" label="Loading the settings" />
}
