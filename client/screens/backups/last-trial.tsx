import type { Backups } from '#contract/settings/backups.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

type Trial = NonNullable<Backups['trial']>

const looks: Record<Trial['outcome'], { mark: string; colour: string; words: string }> = {
  ok: { mark: '✓', colour: 'text-ok', words: 'It can be restored' },
  failed: { mark: '!', colour: 'text-stamp', words: 'It couldn’t be restored' },
  skipped: { mark: '○', colour: 'text-warn', words: 'It wasn’t tried' },
}

/** The last restore of a backup into a scratch database, and what to do where it failed. */
export function LastTrial({ trial, isOn }: { trial: Trial | null; isOn: boolean }) {
  return (
    <section aria-labelledby="trial-heading" className="mt-8 max-w-measure">
      <h2 id="trial-heading" className="mb-2 text-xl">
        Last trial restore
      </h2>
      {trial ? (
        <Found trial={trial} />
      ) : (
        <p className="text-ink-2">
          {isOn
            ? 'None yet. The first one runs by itself.'
            : 'None yet, and none is scheduled. Try a backup below: only a restore shows that it works.'}
        </p>
      )}
    </section>
  )
}

function Found({ trial: { at, outcome, words } }: { trial: Trial }) {
  const { mark, colour, words: said } = looks[outcome]
  return (
    <>
      <p>
        <strong className={colour}>
          <span aria-hidden="true">{mark}</span> {said}
        </strong>
        , <LocalTime date={at} />.
      </p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">{words}</p>
      {outcome === 'failed' && (
        <p className="mt-1 text-sm">
          <strong>What to do:</strong> take another backup now and try it. Ask whoever runs the server to keep the older
          ones until one can be restored.
        </p>
      )}
    </>
  )
}
