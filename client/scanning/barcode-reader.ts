/** Barcode reader for a camera's video. */
export interface BarcodeReader {
  /** Detects the barcodes in a video frame; [] where there is none. */
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

/** The browser's own BarcodeDetector API. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}
declare global {
  // oxlint-disable-next-line vars-on-top -- how a global is declared
  var BarcodeDetector: DetectorClass | undefined
}

const EAN = 'ean_13'

/** Creates a reader: the browser's own, else a WebAssembly reader, loaded on demand. */
export async function makeBarcodeReader(): Promise<BarcodeReader> {
  const Detector = globalThis.BarcodeDetector
  if (!Detector || !(await readsBooks(Detector))) return new WorkerReader()
  const detector = new Detector({ formats: [EAN] })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  }
}

/** Timeout for browsers that never answer where the system has no reader. */
const DETECTION_TIMEOUT_MS = 1500

async function readsBooks(Detector: DetectorClass): Promise<boolean> {
  const late = new Promise<string[]>((done) => setTimeout(() => done([]), DETECTION_TIMEOUT_MS))
  const formats = await Promise.race([Detector.getSupportedFormats().catch((): string[] => []), late])
  return formats.includes(EAN)
}

/** Maximum width of a frame in pixels: bars need no more. */
const WIDEST = 960

/** Reader in a worker: decoding takes a while, and the page's CSP stays without WebAssembly (see the server's). */
class WorkerReader implements BarcodeReader {
  readonly #worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' })
  readonly #canvas = document.createElement('canvas')
  readonly #context = this.#canvas.getContext('2d', { willReadFrequently: true })

  read(video: HTMLVideoElement): Promise<string[]> {
    const picture = this.#pictureOf(video)
    if (!picture) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const once = { once: true }
      this.#worker.addEventListener('message', ({ data }: MessageEvent<string[]>) => resolve(data), once)
      this.#worker.addEventListener('error', () => reject(new Error('The reader of barcodes failed')), once)
      this.#worker.postMessage(picture, [picture.data.buffer])
    })
  }

  close(): void {
    this.#worker.terminate()
  }

  #pictureOf(video: HTMLVideoElement): ImageData | null {
    const { videoWidth, videoHeight } = video
    if (!this.#context || videoWidth === 0) return null
    const scale = Math.min(1, WIDEST / videoWidth)
    this.#canvas.width = Math.round(videoWidth * scale)
    this.#canvas.height = Math.round(videoHeight * scale)
    this.#context.drawImage(video, 0, 0, this.#canvas.width, this.#canvas.height)
    return this.#context.getImageData(0, 0, this.#canvas.width, this.#canvas.height)
  }
}
