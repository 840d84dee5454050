import { getVersions } from '#contract/settings/health-checks.ts'
import { countOf } from '#contract/wording.ts'
import { useCall } from '#client/session/use-call.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'

/** The version of the program, and those that have opened this shop. */
export function Versions() {
  const versions = useCall(getVersions, {})
  return (
    <section aria-labelledby="versions-heading" className="mt-8 max-w-3xl">
      <h2 id="versions-heading" className="mb-2 text-xl">
        Version
      </h2>
      {versions.isPending && <Skeletons count={1} className="h-24" label="Loading the versions" />}
      {versions.error && <Retry error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && (
        <>
          <p className="text-ink-2">
            This shop runs Dogear {versions.data.running}. Versions that have opened it, latest first:
          </p>
          <ol aria-label="Versions" className="sheet mt-3 grid grid-cols-1 px-5 sm:px-6">
            {versions.data.history.map(({ version, since, migrations }) => (
              <li
                key={since.getTime()}
                className="flex flex-wrap justify-between gap-x-4 border-t border-rule py-3 first:border-t-0"
              >
                <span className="wrap-anywhere">{version}</span>
                <span className="text-sm text-ink-2">
                  <TimeAgo date={since} />
                  {migrations > 0 && `, with ${countOf(migrations, 'change')} of the database`}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
