import { UNUSED_IMAGE_MS } from '#contract/images/images.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import type { UploadOptions } from '#client/api/upload-file.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { pictureRefusal } from './picture-check.ts'

export interface ChosenPicture {
  key: string
  name: string
  /** File to upload; null for a picture restored from the draft, which is on the server. */
  file: File | null
  /** Preview address: an object URL, or the server's. */
  shown: string
  /** Address on the server, once uploaded. */
  url: string | null
  /** Upload progress, from 0 to 1. */
  sent: number
  /** Upload error; empty otherwise. */
  problem: string
}

/** Uploaded picture, as saved in a draft. `at`: time of upload, in milliseconds since 1970. */
export interface KeptPicture {
  url: string
  name: string
  at: number
}

export interface PicturesState {
  /** Display order. */
  pictures: readonly ChosenPicture[]
  /** Files refused at the last choice, and why. */
  refusals: readonly string[]
}

/** Pictures of a draft that are well-formed and that the server still has. */
export const readKept = (kept: unknown, now = Date.now()): KeptPicture[] =>
  Array.isArray(kept) ? kept.filter(isPicture).filter(({ at }) => now < at + UNUSED_IMAGE_MS) : []

function isPicture(kept: unknown): kept is KeptPicture {
  const { url, name, at } = (kept ?? {}) as Record<string, unknown>
  return typeof url === 'string' && typeof name === 'string' && typeof at === 'number'
}

type Upload = (file: File, options: UploadOptions) => Promise<string>

/** Pictures of a form. Each is checked and uploaded as soon as it is chosen, one at a time, before the form is sent. */
export class PictureStore {
  #state: PicturesState
  #uploaded = new Map<string, number>()
  #queue: Promise<void> = Promise.resolve()
  #sending: { key: string; stop: AbortController } | null = null
  #lastKey = 0
  readonly #upload: Upload
  /** Maximum number of pictures. */
  readonly most: number
  readonly #listeners = new Set<() => void>()

  constructor(kept: readonly KeptPicture[], upload: Upload, most: number) {
    this.#upload = upload
    this.most = most
    this.#state = {
      refusals: [],
      pictures: kept.map(({ url, name }) => ({ ...this.#unsent(name), shown: url, url, sent: 1 })),
    }
    for (const { url, at } of kept) this.#uploaded.set(url, at)
  }

  readonly current = (): PicturesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds valid pictures, and lists the refused files with the reason. */
  choose(files: readonly File[]): void {
    const refusals: string[] = []
    const fine = files.filter((file) => {
      const why = pictureRefusal(file)
      if (why !== null) refusals.push(files.length > 1 ? `${file.name}: ${why}` : why)
      return why === null
    })
    const room = this.most - this.#state.pictures.length
    const left = fine.slice(Math.max(0, room))
    if (left.length > 0)
      refusals.push(`The limit is ${this.most} photos. Left out: ${left.map(({ name }) => name).join(', ')}`)
    const chosen = fine
      .slice(0, Math.max(0, room))
      .map((file) => ({ ...this.#unsent(file.name), file, shown: URL.createObjectURL(file) }))
    this.#set({ pictures: [...this.#state.pictures, ...chosen], refusals })
    for (const { key } of chosen) this.#line(key)
  }

  /** Moves a picture one place; no-op at either end. */
  move(key: string, by: -1 | 1): void {
    const pictures = [...this.#state.pictures]
    const from = pictures.findIndex((picture) => picture.key === key)
    const picture = pictures[from]
    if (!picture || !(from + by in pictures)) return
    pictures.splice(from, 1)
    pictures.splice(from + by, 0, picture)
    this.#set({ pictures })
  }

  /** Removes a picture. `why` is shown where the store removes it by itself. */
  remove(key: string, why?: string): void {
    if (this.#sending?.key === key) this.#sending.stop.abort()
    const pictures = this.#state.pictures.filter((picture) => picture.key !== key)
    for (const { shown } of this.#state.pictures.filter((picture) => picture.key === key)) URL.revokeObjectURL(shown)
    this.#set({ pictures, refusals: why === undefined ? [] : [...this.#state.refusals, why] })
  }

  /** Retries failed uploads. */
  retry(): void {
    for (const { key, problem } of this.#state.pictures) {
      if (problem === '') continue
      this.#change(key, { problem: '' })
      this.#line(key)
    }
  }

  /**
   * Marks uploads as lost, except `shown`: they are uploaded again, or have to be chosen again where the file isn't at
   * hand.
   */
  markLost(shown: readonly string[] = []): void {
    for (const { key, name, file, url } of this.#state.pictures) {
      if (url !== null && shown.includes(url)) continue
      if (file) this.#change(key, { url: null, sent: 0, problem: 'Please upload this photo again.' })
      else this.remove(key, `${name} from your draft is gone. Please choose it again.`)
    }
  }

  /** Waits until the upload queue is empty. */
  async settled(): Promise<PicturesState> {
    for (let waited; waited !== this.#queue; await waited) waited = this.#queue
    return this.#state
  }

  /** Uploaded pictures, for the draft. */
  kept(): KeptPicture[] {
    return this.#state.pictures.flatMap(({ url, name }) =>
      url === null ? [] : [{ url, name, at: this.#uploaded.get(url) ?? 0 }],
    )
  }

  /** Aborts uploads and drops the listeners. */
  stop(): void {
    this.#listeners.clear()
    for (const { shown } of this.#state.pictures) URL.revokeObjectURL(shown)
    this.#state = { pictures: [], refusals: [] }
    this.#sending?.stop.abort()
  }

  #line(key: string): void {
    this.#queue = this.#queue.then(() => this.#send(key))
  }

  async #send(key: string): Promise<void> {
    const picture = this.#state.pictures.find((one) => one.key === key)
    if (!picture?.file) return
    const stop = new AbortController()
    this.#sending = { key, stop }
    const onProgress = (sent: number) => this.#change(key, { sent })
    try {
      this.#arrived(picture, await this.#upload(picture.file, { signal: stop.signal, onProgress }))
    } catch (error) {
      if (!stop.signal.aborted) this.#failed(picture, error)
    } finally {
      this.#sending = null
    }
  }

  /** Dedupes by address: the same picture has the same address, whatever its file is called. */
  #arrived({ key, name }: ChosenPicture, url: string): void {
    if (this.#state.pictures.some((other) => other.url === url)) return this.remove(key, `You’ve already added ${name}`)
    this.#uploaded.set(url, Date.now())
    this.#change(key, { url, sent: 1 })
  }

  #failed({ key, name }: ChosenPicture, error: unknown): void {
    const message = errorMessage(error)
    const isItsFault = error instanceof ProblemError && [413, 415, 422].includes(error.status)
    if (isItsFault) this.remove(key, `${name}: ${message}`)
    else this.#change(key, { sent: 0, problem: message })
  }

  #change(key: string, news: Partial<ChosenPicture>): void {
    this.#set({ pictures: this.#state.pictures.map((one) => (one.key === key ? { ...one, ...news } : one)) })
  }

  #set(news: Partial<PicturesState>): void {
    this.#state = { ...this.#state, ...news }
    for (const listener of this.#listeners) listener()
  }

  #unsent(name: string): ChosenPicture {
    this.#lastKey += 1
    return { key: String(this.#lastKey), name, file: null, shown: '', url: null, sent: 0, problem: '' }
  }
}
