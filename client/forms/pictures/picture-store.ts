import { UNUSED_IMAGE_MS } from '#contract/images/images.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import type { UploadOptions } from '#client/api/upload-file.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { pictureRefusal } from './picture-check.ts'

export interface ChosenPicture {
  key: string
  name: string
  /** Null for one that came back with the draft: it is at the server already. */
  file: File | null
  /** Where this browser finds it now: on the person's own disk, or at the server. */
  shown: string
  /** Its address once it has arrived. */
  url: string | null
  /** How much of it has left, from 0 to 1. */
  sent: number
  /** Why the upload did not work this time; empty while it may yet. */
  problem: string
}

/** A picture that has arrived, as a draft keeps it. `at`: when, in milliseconds since 1970. */
export interface KeptPicture {
  url: string
  name: string
  at: number
}

export interface PicturesState {
  /** In the order in which others will see them. */
  pictures: readonly ChosenPicture[]
  /** What was not taken the last time, and why. */
  refusals: readonly string[]
}

/** What a draft kept of pictures, as far as it makes sense and the server still has them. */
export const readKept = (kept: unknown, now = Date.now()): KeptPicture[] =>
  Array.isArray(kept) ? kept.filter(isPicture).filter(({ at }) => now < at + UNUSED_IMAGE_MS) : []

function isPicture(kept: unknown): kept is KeptPicture {
  const { url, name, at } = (kept ?? {}) as Record<string, unknown>
  return typeof url === 'string' && typeof name === 'string' && typeof at === 'number'
}

type Upload = (file: File, options: UploadOptions) => Promise<string>

/**
 * The pictures of a form. Each is checked and uploaded as soon as it is chosen, one after the other, so that
 * everything has arrived when the rest of the form is filled in.
 */
export class PictureStore {
  #state: PicturesState
  #uploaded = new Map<string, number>()
  #queue: Promise<void> = Promise.resolve()
  #sending: { key: string; stop: AbortController } | null = null
  #lastKey = 0
  readonly #upload: Upload
  /** How many there may be. */
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

  /** Takes what may be a picture, and says of the rest why not. */
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

  /** One place earlier or later; at the end of the line it stays. */
  move(key: string, by: -1 | 1): void {
    const pictures = [...this.#state.pictures]
    const from = pictures.findIndex((picture) => picture.key === key)
    const picture = pictures[from]
    if (!picture || !(from + by in pictures)) return
    pictures.splice(from, 1)
    pictures.splice(from + by, 0, picture)
    this.#set({ pictures })
  }

  /** `why` is said where the person did not ask for it. */
  remove(key: string, why?: string): void {
    if (this.#sending?.key === key) this.#sending.stop.abort()
    const pictures = this.#state.pictures.filter((picture) => picture.key !== key)
    for (const { shown } of this.#state.pictures.filter((picture) => picture.key === key)) URL.revokeObjectURL(shown)
    this.#set({ pictures, refusals: why === undefined ? [] : [...this.#state.refusals, why] })
  }

  /** Sends those once more whose upload did not work. */
  retry(): void {
    for (const { key, problem } of this.#state.pictures) {
      if (problem === '') continue
      this.#change(key, { problem: '' })
      this.#line(key)
    }
  }

  /**
   * The server doesn't have them any more, but for `shown`: they are to be sent again, or chosen again where the file
   * isn't at hand.
   */
  distrust(shown: readonly string[] = []): void {
    for (const { key, name, file, url } of this.#state.pictures) {
      if (url !== null && shown.includes(url)) continue
      if (file) this.#change(key, { url: null, sent: 0, problem: 'Needs uploading again.' })
      else this.remove(key, `${name} from your draft is gone. Please choose it again.`)
    }
  }

  /** Waits until nothing is under way any more. */
  async settled(): Promise<PicturesState> {
    for (let waited; waited !== this.#queue; await waited) waited = this.#queue
    return this.#state
  }

  /** What a draft can keep: the pictures that have arrived. */
  kept(): KeptPicture[] {
    return this.#state.pictures.flatMap(({ url, name }) =>
      url === null ? [] : [{ url, name, at: this.#uploaded.get(url) ?? 0 }],
    )
  }

  /** Stops what is under way; nobody is waiting for it any more. */
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

  /** The same picture has the same address, whatever its file is called. */
  #arrived({ key, name }: ChosenPicture, url: string): void {
    if (this.#state.pictures.some((other) => other.url === url)) return this.remove(key, `You’ve already added ${name}`)
    this.#uploaded.set(url, Date.now())
    this.#change(key, { url, sent: 1 })
  }

  #failed({ key, name }: ChosenPicture, error: unknown): void {
    const message = failureWords(error)
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
