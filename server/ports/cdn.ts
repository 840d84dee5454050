/** A CDN before the shop, which keeps pages under keys. */
export interface Cdn {
  /**
   * Has it forget the pages with any of these keys; right when called twice. Rejects (ProviderError) where it hasn't
   * confirmed that within some seconds.
   */
  purge(keys: readonly string[]): Promise<void>
}

/** How a CDN is told what to keep and what to forget. */
export type CdnProtocol = 'surrogate-key' | 'cache-tag'

/** Has a CDN forget what has changed. */
export interface Purges {
  /** Purges all that was committed before the call. False where the CDN or the database can't be reached. */
  purge(): Promise<boolean>
}
