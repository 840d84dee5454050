import { ProviderError } from '#server/ports/provider-error.ts'

/** A fault of the settings, for the operator; a passing outage is none. */
export interface S3Trouble {
  words: string
}

interface Asked {
  endpoint: string
  bucket: string
  region: string
}

const MOST_TEXT = 16 * 1024

/** A refusal of an object store, in words that say what to do. Never has a key's secret, which no answer has. */
export class S3Refusal extends ProviderError {
  override name = 'S3Refusal'
  /** S3's own code, such as NoSuchKey. */
  readonly code: string
  /** The fault of the settings behind it; null for an outage. */
  readonly trouble: S3Trouble | null

  private constructor(code: string, words: string, isForGood: boolean) {
    super(words)
    this.code = code
    this.trouble = isForGood ? { words } : null
  }

  /** Reads a store's refusal. */
  static async of(response: Response, asked: Asked, now: Date): Promise<S3Refusal> {
    const xml = (await response.text().catch(() => '')).slice(0, MOST_TEXT)
    const text = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
    const code = text('Code') ?? usualCodes[response.status] ?? `status ${response.status}`
    const right = text('Region') ?? response.headers.get('x-amz-bucket-region')
    const clock = Date.parse(response.headers.get('date') ?? text('ServerTime') ?? '')
    const facts = { ...asked, right, skewSeconds: Math.round((now.getTime() - clock) / 1000) }
    const host = new URL(asked.endpoint).host
    const told = cures[code]?.(facts)
    const said = told ?? `${text('Message')?.slice(0, 200) ?? 'no explanation'}.`
    return new S3Refusal(code, `The object store at ${host} refuses (${code}): ${said}`, told !== undefined)
  }
}

/** Codes of refusals that come without a text. */
const usualCodes: Record<number, string> = { 301: 'PermanentRedirect', 403: 'AccessDenied', 404: 'NoSuchKey' }

interface Facts extends Asked {
  /** The region that the store names as the right one. */
  right: string | null
  /** How far this machine's clock is ahead of the store's; NaN where it doesn't say. */
  skewSeconds: number
}

const region = ({ right, region }: Facts) =>
  right ? `set S3_REGION=${right}, it is ${region}.` : `${region} isn't its region; set S3_REGION as the store has it.`
const room = () => 'its room or its quota is used up; make room there, or have the quota raised.'

/** What to do about each refusal that lasts until the settings or the store are changed. */
const cures: Record<string, (facts: Facts) => string> = {
  InvalidAccessKeyId: () => 'it knows no such key; check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: () => 'the secret of the key is another; check S3_SECRET_ACCESS_KEY.',
  RequestTimeTooSkewed: ({ skewSeconds }) =>
    `this machine's clock is ${skewWords(skewSeconds)}; have it set by the network (NTP).`,
  AuthorizationHeaderMalformed: region,
  PermanentRedirect: region,
  IllegalLocationConstraintException: region,
  NoSuchBucket: ({ bucket }) => `it has no bucket called ${bucket}; make it there, or check S3_BUCKET.`,
  InvalidBucketName: ({ bucket }) => `${bucket} can't be a bucket's name; check S3_BUCKET.`,
  AccessDenied: ({ bucket }) =>
    `the key may not do this in ${bucket}; give it leave to list, read, write and delete there.`,
  AllAccessDisabled: () => 'the account or bucket is closed; ask the store.',
  QuotaExceeded: room,
  StorageFull: room,
  XMinioStorageFull: room,
  XMinioAdminBucketQuotaExceeded: room,
  InsufficientStorage: room,
  TooManyBuckets: room,
}

function skewWords(seconds: number): string {
  if (Number.isNaN(seconds)) return 'wrong'
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `${minutes} min ${seconds > 0 ? 'ahead' : 'behind'}`
}
