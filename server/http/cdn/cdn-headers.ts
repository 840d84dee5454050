import type { CdnProtocol } from '#server/ports/cdn.ts'
import { longestSeconds } from '../page-cache/cacheable-addresses.ts'
import { ALL_PAGES, FOLLOWING_INDEX, keyOfSlot } from '#server/database/buckets/cache-keys.ts'

/** Response headers for a CDN; browsers ignore them. */
export interface CdnHeaders {
  /** Name of the header that says for how long. */
  control: string
  /** For an answer that isn't for everybody, or not to be forgotten by keys. */
  never: Record<string, string>
  /** For a public file, which changes only with its address, or as its Cache-Control lets it. */
  ofFile(seconds: number): Record<string, string>
  /** For a page that shows these buckets. */
  ofPage(slots: Iterable<number>, page: { followsIndex?: boolean | undefined }): Record<string, string>
}

const NAMES = {
  'surrogate-key': { control: 'surrogate-control', keys: 'surrogate-key', between: ' ' },
  'cache-tag': { control: 'cdn-cache-control', keys: 'cache-tag', between: ',' },
}

export function cdnHeaders(protocol: CdnProtocol): CdnHeaders {
  const { control, keys, between } = NAMES[protocol]
  return {
    control,
    never: { [control]: 'no-store' },
    ofFile: (seconds) => ({ [control]: `max-age=${seconds}` }),
    ofPage: (slots, { followsIndex = false }) => ({
      [control]: `max-age=${longestSeconds({ followsIndex })}`,
      [keys]: [ALL_PAGES, ...(followsIndex ? [FOLLOWING_INDEX] : []), ...[...slots].map(keyOfSlot)].join(between),
    }),
  }
}
