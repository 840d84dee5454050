/** A version of the program that is released. */
export interface Release {
  /** Such as 1.2.0. */
  version: string
  /** Address of what it brings; null for none. */
  page: string | null
}

/** Says which version is the newest. */
export interface Releases {
  /** Rejects (ProviderError) without a readable answer within ten seconds. */
  findNewest(): Promise<Release>
}
