import type { Read, Settings } from './settings.ts'

/** The CDN before the shop, with the address and protocol of its purges; null for none. */
export const cdnOf = ({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token, CDN_PROTOCOL: protocol }: Settings) =>
  url ? { url, token: token ?? null, protocol } : null

/** A purge token or protocol without an address: the CDN's pages would never be purged. */
export function cdnNowhere({ given }: Read): string[] {
  const without = (['CDN_PURGE_TOKEN', 'CDN_PROTOCOL'] as const).filter((name) => given.has(name))
  return given.has('CDN_PURGE_URL') || without.length === 0
    ? []
    : [
        `${without.join(', ')}: CDN_PURGE_URL is missing; without an address nothing is purged, and no CDN may keep pages`,
      ]
}
