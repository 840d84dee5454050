import { z } from 'zod'
import * as rules from './rules.ts'

/** A CDN before the shop. */
export const cdnSettings = {
  CDN_PURGE_URL: {
    heading: 'A CDN before the shop',
    rule: rules.webUrl,
    what: 'A CDN keeps public pages and pictures: the address that is sent, by POST, the keys of what has changed, so that it forgets these pages. Set it only where a CDN or Varnish stands before the shop. [How](services.md#a-cdn).',
    otherwise: 'nothing is said to a CDN, and none keeps a page',
    example: 'https://api.fastly.com/service/SERVICE_ID/purge',
  },
  CDN_PURGE_TOKEN: {
    rule: rules.token,
    what: 'What that address asks for: sent as a bearer token, and as `Fastly-Key`.',
    otherwise: 'it asks for none',
    secret: 'all',
  },
  CDN_PROTOCOL: {
    rule: z.enum(['surrogate-key', 'cache-tag'], 'must be surrogate-key or cache-tag'),
    default: 'surrogate-key',
    what: 'How keys are named in answers and purges: `surrogate-key` as Fastly and Varnish take them, `cache-tag` as Cloudflare does.',
    example: 'cache-tag',
  },
} as const
