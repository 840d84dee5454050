import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import {
  getKeptPictures,
  movePictures,
  noteDeleted,
  type KeptPictures,
  type LeftBehind,
} from '#contract/images/kept-pictures.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useCall } from '#client/session/use-call.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { Retry } from '#client/ui/retry.tsx'

const LOOK_AGAIN_MS = 2000

const isUnderWay = (kept: KeptPictures | undefined) => kept?.move?.finishedAt === null

/** Where pictures are kept, their move to another host, and those that an admin has to delete by hand. */
export function Pictures() {
  const kept = useCall(
    getKeptPictures,
    {},
    { gcTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_AGAIN_MS : false) },
  )
  return (
    <section aria-labelledby="pictures-heading" className="sheet mt-6 max-w-2xl p-5 sm:p-6">
      <h2 id="pictures-heading" className="mb-2 text-xl">
        Pictures
      </h2>
      {kept.isError && <Retry error={kept.error} onRetry={() => void kept.refetch()} />}
      {kept.data && (
        <>
          <p>New pictures go to {kept.data.present}.</p>
          <Moving kept={kept.data} />
          <ToDelete kept={kept.data} />
        </>
      )}
    </section>
  )
}

function Moving({ kept }: { kept: KeptPictures }) {
  const start = useMutation({ mutationFn: () => call(movePictures, {}) })
  const { present, elsewhere, unreachable, move } = kept
  return (
    <div className="mt-3 grid justify-items-start gap-3 empty:hidden">
      <div role="status" className="grid gap-2 empty:hidden">
        {move && <Progress move={move} />}
      </div>
      {unreachable > 0 && (
        <p className="text-ink-2">
          {countOf(unreachable, 'picture')} can’t be reached: the setting for their host is missing. Ask the operator to
          restore it.
        </p>
      )}
      {elsewhere > 0 && !isUnderWay(kept) && (
        <>
          <p>{countOf(elsewhere, 'picture')} can be moved there. All addresses stay, and the shop stays open.</p>
          <button
            type="button"
            className="button-outline"
            aria-disabled={start.isPending}
            onClick={() => !start.isPending && start.mutate()}
          >
            Move all pictures to {present}
          </button>
        </>
      )}
      <FailureLine words={start.error?.message} />
    </div>
  )
}

function Progress({ move }: { move: NonNullable<KeptPictures['move']> }) {
  const { done, total, lost, finishedAt, problem } = move
  const lostWords = lost > 0 && ` ${countOf(lost, 'picture')} couldn’t be read where they were.`
  if (finishedAt)
    return (
      <p>
        Moved {countOf(done - lost, 'picture')} <TimeAgo date={finishedAt} />.{lostWords}
      </p>
    )
  return (
    <>
      <p>
        Moving pictures: {grouped(done)} of {grouped(total)}.{lostWords}
      </p>
      <progress value={done} max={Math.max(total, 1)} aria-label="Pictures moved" className="h-2 w-full" />
      {problem && <p className="text-ink-2">Waiting: {problem} It goes on by itself.</p>}
    </>
  )
}

function ToDelete({ kept: { leftBehind, leftBehindCount } }: { kept: KeptPictures }) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (leftBehindCount === 0) return null
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mt-5 mb-2 text-lg outline-none">
        To be deleted by hand
      </h3>
      <p>
        {countOf(leftBehindCount, 'picture')} that no page shows any more can only be deleted by hand, at the host. Open
        each one, delete it there, then mark it here.
      </p>
      <ul className="mt-3 grid border-t border-rule">
        {leftBehind.map((picture, index) => (
          <OneToDelete
            key={picture.id}
            picture={picture}
            number={index + 1}
            // Its button unmounts.
            onDone={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </>
  )
}

interface OneToDeleteProps {
  picture: LeftBehind
  number: number
  onDone: () => void
}

function OneToDelete({ picture: { id, host, address, since }, number, onDone }: OneToDeleteProps) {
  const note = useMutation({ mutationFn: () => call(noteDeleted, { params: { id } }), onSuccess: onDone })
  return (
    <li className="border-b border-rule py-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          {address ? (
            <a href={address} target="_blank" rel="noreferrer" className="link touchable inline-block py-1">
              Picture {number} at {host}
            </a>
          ) : (
            `Picture ${number}: ${host} gave no link to it`
          )}{' '}
          <span className="text-sm text-ink-2">
            unused since <TimeAgo date={since} />
          </span>
        </p>
        <button
          type="button"
          className="button-quiet max-sm:-ms-2.5"
          aria-disabled={note.isPending}
          onClick={() => !note.isPending && note.mutate()}
        >
          Mark as deleted<span className="sr-only">: picture {number}</span>
        </button>
      </div>
      <FailureLine words={note.error?.message} className="mb-2 text-sm" />
    </li>
  )
}
