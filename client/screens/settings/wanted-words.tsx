import { useMutation } from '@tanstack/react-query'
import { countOf } from '#contract/wording.ts'
import { hideWanted, listWanted, type KeptWanted } from '#contract/wants/wanted.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'

/** Searches in "Wanted by members" on the home page, and those an admin hides. */
export function WantedWords() {
  const wanted = useCall(listWanted, {}, { gcTime: 0 })
  return (
    <section aria-labelledby="wanted-heading" className="sheet mt-6 max-w-2xl p-5 sm:p-6">
      <h2 id="wanted-heading" className="mb-2 text-xl">
        Wanted by members
      </h2>
      <p>The home page shows what most members look for. You can hide what doesn’t belong there.</p>
      {wanted.isError && <Retry error={wanted.error} onRetry={() => void wanted.refetch()} />}
      {wanted.data?.length === 0 && <p className="mt-3 text-ink-2">No popular searches yet.</p>}
      <ul className="mt-3 grid border-t border-rule empty:hidden">
        {wanted.data?.map((one) => (
          <Words key={one.words} wanted={one} />
        ))}
      </ul>
    </section>
  )
}

function Words({ wanted: { words, people, isHidden } }: { wanted: KeptWanted }) {
  const change = useMutation({ mutationFn: () => call(hideWanted, { body: { words, isHidden: !isHidden } }) })
  return (
    <li className="border-b border-rule py-1">
      <div className="flex items-center justify-between gap-x-4">
        <p className="min-w-0">
          <bdi className="font-semibold wrap-anywhere">{words}</bdi>{' '}
          <span className="text-sm text-ink-2">
            {countOf(people, 'person', 'people')}
            {isHidden && ', hidden'}
          </span>
        </p>
        <button
          type="button"
          className="button-quiet"
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate()}
        >
          {isHidden ? 'Show again' : 'Hide'}
          <span className="sr-only"> {words}</span>
        </button>
      </div>
      <FailureLine words={change.error?.message} className="mb-2 text-sm" />
    </li>
  )
}
