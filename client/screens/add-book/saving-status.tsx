import type { ChosenPicture } from '#client/forms/pictures/picture-store.ts'
import type { SavingStep } from './use-save-book.ts'

interface StatusProps {
  step: SavingStep
  /** Success message. */
  saved: string
  /** Error message; '' otherwise. */
  failure: string
  pictures: readonly ChosenPicture[]
}

/** Progress of a save. A failure offers a retry; the form loses nothing typed. */
export function SavingStatus({ step, saved, failure, pictures }: StatusProps) {
  return (
    <div>
      <div role="status">
        {step === 'uploading' && <Uploading pictures={pictures} />}
        {step === 'saving' && <p>Saving your product…</p>}
        {step === 'saved' && <p className="font-semibold text-ok">✓ {saved}</p>}
      </div>
      <div role="alert">
        {failure && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-s-3 border-stamp bg-sunk px-4 py-3">
            <p className="text-stamp">
              <span aria-hidden="true">! </span>
              {failure}
            </p>
            <button type="submit" className="button-outline">
              Retry
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

function Uploading({ pictures }: { pictures: readonly ChosenPicture[] }) {
  const arrived = pictures.filter(({ url }) => url !== null).length
  const part = pictures.reduce((sum, { sent }) => sum + sent, 0) / Math.max(1, pictures.length)
  return (
    <label className="grid gap-1">
      Uploading photo {Math.min(arrived + 1, pictures.length)} of {pictures.length}…
      <progress value={part} max={1} className="h-2 w-full" />
    </label>
  )
}
