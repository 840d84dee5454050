/** A file of an archive; long content is a stream, opened only when its turn comes. */
export interface ArchiveEntry {
  name: string
  content: Uint8Array | AsyncIterable<string>
}

/** Stores zip archives for a while, by an id of ours. Writes are atomic: a killed write leaves nothing. */
export interface Archives {
  /** Writes an archive entry by entry, replacing one of the same id. Returns its size in bytes. */
  write(id: string, entries: AsyncIterable<ArchiveEntry>): Promise<number>
  /** Null where there is none. */
  read(id: string): Promise<{ bytes: number; content: AsyncIterable<Uint8Array> } | null>
  /** The ids of all that are there. */
  list(): Promise<string[]>
  /** Removes an archive; a missing one is no error. */
  remove(id: string): Promise<void>
}
