/** One file of an archive; what is long comes in parts, and is asked for only once it is its turn. */
export interface ArchiveEntry {
  name: string
  content: Uint8Array | AsyncIterable<string>
}

/**
 * Keeps archives (zip) for a while, each under an id of ours. One is there as a whole or not at all: what writes it may
 * be killed.
 */
export interface Archives {
  /** Writes one, entry by entry, and tells how many bytes it has. One of the same id is replaced. */
  write(id: string, entries: AsyncIterable<ArchiveEntry>): Promise<number>
  /** Null where there is none. */
  read(id: string): Promise<{ bytes: number; content: AsyncIterable<Uint8Array> } | null>
  /** The ids of all that are there. */
  list(): Promise<string[]>
  /** One that isn't there is no error. */
  remove(id: string): Promise<void>
}
