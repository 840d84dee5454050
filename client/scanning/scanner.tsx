import { useRef, useState } from 'react'
import { useScanner, type ScannerState } from './use-scanner.ts'

const words: Record<ScannerState, string> = {
  starting: 'Starting the camera… Your browser may ask whether this page may use it.',
  looking: 'Hold the barcode on the book’s back in front of the camera.',
  other: 'That isn’t a book’s barcode. Look for the one that starts with 978 or 979.',
  refused: 'This page may not use the camera. Allow it in your browser’s settings for this page, or type the number.',
  missing: 'We found no camera here. Please type the number.',
  busy: 'The camera can’t be used right now. Close other apps that use it, then try again, or type the number.',
  failed: 'The scanner didn’t load. Check your internet connection and try again, or type the number.',
}
const canRetry = new Set<ScannerState>(['refused', 'busy', 'failed'])

interface ScannerProps {
  /** Whether the camera is on; off, the scanner keeps its place. */
  isOn?: boolean
  /** Called once for each ISBN that comes into sight, with the camera's frame. */
  onIsbn: (isbn: string, seen: Blob | null) => void
}

/** Camera view with the scanner's state. */
export default function Scanner(props: ScannerProps) {
  const [tries, setTries] = useState(0)
  return <Try key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

function Try({ isOn = true, onIsbn, onRetry }: ScannerProps & { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useScanner(video, {
    isOn,
    onIsbn: (isbn) => void photoOf(video.current).then((seen) => onIsbn(isbn, seen)),
  })
  const isFailed = canRetry.has(state) || state === 'missing'
  return (
    <div className="grid gap-3">
      <div className={`relative aspect-video overflow-hidden bg-sunk ${isFailed ? 'hidden' : ''}`}>
        <video ref={video} muted playsInline className="size-full object-cover" aria-label="What the camera sees" />
        <div aria-hidden="true" className="absolute inset-x-[12%] top-1/2 border-t-2 border-stamp" />
      </div>
      <p role="status" className={isFailed ? 'border-s-3 border-edge bg-sunk px-4 py-2' : 'text-ink-2'}>
        {words[state]}
      </p>
      {canRetry.has(state) && (
        <button type="button" className="button-outline justify-self-start" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Takes the video's current frame as a photo; null where it shows nothing. */
async function photoOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
