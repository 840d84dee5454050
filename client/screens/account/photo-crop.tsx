import { useEffect, useId, useRef, useState } from 'react'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { errorMessage } from '#client/api/error-message.ts'
import { uploadPhoto } from './change-photo.ts'
import { drawSquare, PHOTO_SIZE, pictureOf } from './square.ts'

type Sending = { step: 'idle' } | { step: 'sending'; sent: number } | { step: 'failed'; words: string }

/** Square crop of a photo: previews it, moves it along the longer side, and uploads it. */
export function PhotoCrop(props: { picture: ImageBitmap; onCancel: () => void; onDone: () => void }) {
  const { picture, onCancel, onDone } = props
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [position, setPosition] = useState(50)
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  const isSending = sending.step === 'sending'
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, position)
  }, [picture, position])
  // Focus management: the pressed button has unmounted.
  useEffect(() => canvas.current?.focus({ preventScroll: true }), [])

  async function save() {
    if (!canvas.current || isSending) return
    setSending({ step: 'sending', sent: 0 })
    try {
      await uploadPhoto(await pictureOf(canvas.current), (sent) => setSending({ step: 'sending', sent }))
      onDone()
    } catch (error) {
      setSending({ step: 'failed', words: errorMessage(error) })
    }
  }

  return (
    <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <canvas
        ref={canvas}
        width={PHOTO_SIZE}
        height={PHOTO_SIZE}
        tabIndex={-1}
        role="img"
        aria-label="Your photo as a square"
        className="size-48 border border-rule"
      />
      <div className="grid content-start gap-3">
        {picture.width !== picture.height && (
          <label htmlFor={id} className="grid gap-1 font-semibold">
            Which part
            <input
              id={id}
              type="range"
              min="0"
              max="100"
              step="5"
              value={position}
              disabled={isSending}
              aria-valuetext={`${position} % from the ${picture.width > picture.height ? 'left' : 'top'}`}
              className="min-h-11 w-full accent-link"
              onChange={({ currentTarget }) => setPosition(Number(currentTarget.value))}
            />
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <button type="button" className="button-outline" aria-disabled={isSending} onClick={() => void save()}>
            {isSending && <span className="spinner" aria-hidden="true" />}
            Save photo
          </button>
          <button
            type="button"
            className="button-quiet"
            aria-disabled={isSending}
            onClick={() => !isSending && onCancel()}
          >
            Cancel
          </button>
        </div>
        {isSending && <progress value={sending.sent} max={1} aria-label="Upload" className="h-2 w-full" />}
        <FailureLine words={sending.step === 'failed' ? sending.words : ''} className="font-semibold" />
      </div>
    </div>
  )
}
