import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { asIsbn13 } from '#contract/books/isbn.ts'
import type { BarcodeReader } from './barcode-reader.ts'
import { CameraError, closeCamera, openCamera, type NoCamera } from './camera.ts'

/** Scanner state. `other`: a barcode was seen that is no book’s. `failed`: the reader didn’t load. */
export type ScannerState = 'starting' | 'looking' | 'other' | 'failed' | NoCamera

/** Delay between two frames, so that a phone stays cool. */
const PAUSE_MS = 120

/**
 * Scans the camera for ISBNs, and reports each once while it is in sight. The camera is off while `isOn` is false and
 * when the page is left or hidden.
 */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  { isOn, onIsbn }: { isOn: boolean; onIsbn: (isbn: string) => void },
): ScannerState {
  const [state, setState] = useState<ScannerState>('starting')
  const isShown = usePageShown()
  const tell = useEffectEvent(onIsbn)
  useEffect(() => {
    if (!isOn || !isShown || !video.current) return
    const leaving = new AbortController()
    scan(video.current, leaving.signal, setState, (isbn) => tell(isbn)).catch((error: unknown) => {
      if (!leaving.signal.aborted) setState(error instanceof CameraError ? error.reason : 'failed')
    })
    return () => leaving.abort()
  }, [video, isOn, isShown])
  return state
}

/** Page visibility: false while the page is hidden, to switch the camera and its light off. */
function usePageShown(): boolean {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const look = () => setShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isShown
}

async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  say: (state: ScannerState) => void,
  tell: (isbn: string) => void,
): Promise<void> {
  say('starting')
  const loading = import('./barcode-reader.ts').then(({ makeBarcodeReader }) => makeBarcodeReader())
  // An abort before both are loaded still closes the reader and the camera.
  const closing = () => void loading.then((reader) => reader.close()).catch(() => {})
  signal.addEventListener('abort', closing, { once: true })
  const stream = await openCamera().catch((error: unknown) => {
    closing()
    throw error
  })
  const stop = () => {
    closeCamera(stream)
    video.srcObject = null
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) return stop()
  try {
    video.srcObject = stream
    await video.play()
    const reader = await loading
    say('looking')
    await look(video, reader, signal, say, tell)
  } catch (error) {
    stop()
    closing()
    throw error
  }
}

async function look(
  video: HTMLVideoElement,
  reader: BarcodeReader,
  signal: AbortSignal,
  say: (state: ScannerState) => void,
  tell: (isbn: string) => void,
): Promise<void> {
  let last: string | null = null
  while (!signal.aborted) {
    const codes = await reader.read(video)
    if (signal.aborted) return
    const isbn = codes.map((code) => asIsbn13(code)).find((one) => one !== null) ?? null
    say(isbn === null && codes.length > 0 ? 'other' : 'looking')
    if (isbn !== null && isbn !== last) tell(isbn)
    // Out of sight, it may be reported again: another copy.
    last = isbn
    await new Promise((goOn) => setTimeout(goOn, PAUSE_MS))
  }
}
