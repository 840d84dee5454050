/** Reads the barcodes of books in what a camera shows. */
export interface BarcodeReader {
  /** What stands in the codes of a picture; [] where there is none. */
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

/** As browsers have it that read barcodes by themselves. */
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

/** The browser's own reader, else one in WebAssembly, which is loaded then. */
export async function makeBarcodeReader(): Promise<BarcodeReader> {
  const Detector = globalThis.BarcodeDetector
  if (!Detector || !(await readsBooks(Detector))) return new WorkerReader()
  const detector = new Detector({ formats: [EAN] })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  }
}

/** Where the system has no reader, some browsers never answer. */
const PATIENCE_MS = 1500

async function readsBooks(Detector: DetectorClass): Promise<boolean> {
  const late = new Promise<string[]>((done) => setTimeout(() => done([]), PATIENCE_MS))
  const formats = await Promise.race([Detector.getSupportedFormats().catch((): string[] => []), late])
  return formats.includes(EAN)
}

/** Bars need no more pixels than that. */
const WIDEST = 960

/** In a worker of its own: looking takes a while, and the page's policy stays without WebAssembly (see the server's). */
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
