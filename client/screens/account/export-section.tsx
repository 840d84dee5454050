import { askForExport, getExport, openExport, type ExportState } from '#contract/accounts/exports.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { sizeWords } from '#client/ui/facts/size-words.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { saveFrom } from '#client/ui/save-file.ts'
import { Section } from './section.tsx'

const POLL_MS = 1500

/** Data export of the account: requested here, built in the background, downloaded here. */
export function ExportSection() {
  const asked = useCall(
    getExport,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data?.export) ? POLL_MS : false) },
  )
  return (
    <Section id="export" heading="Your data">
      <p>
        Everything the club has about you, in one zip file: your account, listings, orders, messages, reports and
        favourites as JSON and CSV, and your photos.
      </p>
      {asked.data ? (
        <Export state={asked.data.export} />
      ) : asked.isError ? (
        <Retry error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeletons count={1} className="h-11" label="Loading your data’s file" />
      )}
    </Section>
  )
}

const isUnderWay = (state: ExportState | null | undefined) => !!state && !state.ready && !state.failed

function Export({ state }: { state: ExportState | null }) {
  const ask = () => call(askForExport, {})
  const ready = state?.ready
  return (
    <>
      <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
        {state && isUnderWay(state) && <Progress {...state} />}
        {state?.failed && (
          <p>We couldn’t put your file together. Something went wrong on our side. Please try again.</p>
        )}
        {ready && (
          <p>
            Your file is ready. We’ll delete it <TimeAgo date={ready.until} />.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {!state && <ActionButton act={ask} label="Download everything" />}
        {state?.failed && <ActionButton act={ask} label="Try again" />}
        {ready && (
          <ActionButton
            repeats
            act={async () => saveFrom((await call(openExport, {})).address)}
            look="button"
            label={`Download the file (${sizeWords(ready.bytes)})`}
          />
        )}
        {ready?.mayAskAgain && <ActionButton act={ask} label="Make a new file" />}
      </div>
    </>
  )
}

function Progress({ done, total }: ExportState) {
  return (
    <>
      <p>We’re putting your file together. You can leave this page: we’ll email you when it’s ready.</p>
      <progress aria-label="Your file" className="h-2 w-full" {...(total > 0 && { value: done, max: total })} />
    </>
  )
}
