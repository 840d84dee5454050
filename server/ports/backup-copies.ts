/** Copies of backups outside the machine. Rejects with ProviderError while it is away. */
export interface BackupCopies {
  /** How the operator knows it. */
  name: string
  /** Names of all copies. */
  list(): Promise<string[]>
  /** Copies a file whole, or not at all. */
  put(name: string, file: string): Promise<void>
  /** Writes a copy into a new file, which only its owner may read; false where there is none of that name. */
  fetch(name: string, file: string): Promise<boolean>
  remove(name: string): Promise<void>
}
