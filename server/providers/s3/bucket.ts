import { createHash } from 'node:crypto'
import type { AwsClient } from 'aws4fetch'
import { ProviderError } from '#server/ports/provider-error.ts'
import { readUpTo } from '#server/files/read-up-to.ts'
import { S3Refusal, type S3Trouble } from './refusals.ts'

export interface S3Settings {
  /** Base address of the store, such as https://s3.eu-central-1.amazonaws.com; the bucket is a part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A bucket of an object store with S3's wire. Connects with the first call; rejects with ProviderError. */
export interface Bucket {
  settings: S3Settings
  put(key: string, body: Uint8Array | Blob, headers: Record<string, string>): Promise<void>
  /** Null where there is none. */
  get(key: string): Promise<Response | null>
  /** A missing one is no error. */
  remove(key: string): Promise<void>
  /** All objects below a prefix, in the order of their keys. */
  list(prefix: string): Promise<{ key: string; bytes: number }[]>
  /** Why the bucket can't be used with these settings; null where it can. Rejects while the store is away. */
  check(): Promise<S3Trouble | null>
}

const ANSWER_MS = 30_000
/** A backup may have gigabytes. */
const UPLOAD_MS = 60 * 60_000

export function openBucket(settings: S3Settings, now: () => Date = () => new Date()): Bucket {
  const base = `${settings.endpoint}/${settings.bucket}`
  const ask = signedRequests(settings, now)
  const refused = (response: Response) => S3Refusal.of(response, settings, now())

  return {
    settings,
    async put(key, body, headers) {
      const isFile = body instanceof Blob
      const sha256 = isFile ? 'UNSIGNED-PAYLOAD' : createHash('sha256').update(body).digest('hex')
      const given = isFile ? body : new Uint8Array(body)
      const init = { body: given, headers: { ...headers, 'x-amz-content-sha256': sha256 } }
      const response = await ask('PUT', `${base}/${key}`, init, isFile ? UPLOAD_MS : ANSWER_MS)
      if (!response.ok) throw await refused(response)
      await response.body?.cancel()
    },
    async get(key) {
      const response = await ask('GET', `${base}/${key}`)
      if (response.ok) return response
      const refusal = await refused(response)
      if (refusal.code === 'NoSuchKey') return null
      throw refusal
    },
    async remove(key) {
      const response = await ask('DELETE', `${base}/${key}`)
      if (response.ok) return response.body?.cancel()
      const refusal = await refused(response)
      if (refusal.code !== 'NoSuchKey') throw refusal
    },
    async list(prefix) {
      const found: { key: string; bytes: number }[] = []
      let token: string | null = null
      do {
        const next: Record<string, string> = token === null ? {} : { 'continuation-token': token }
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...next })
        const response = await ask('GET', `${base}?${query.toString()}`)
        if (!response.ok) throw await refused(response)
        const page = readListing(await response.text())
        found.push(...page.objects)
        token = page.next
      } while (token !== null)
      return found
    },
    async check() {
      const response = await ask('GET', `${base}?list-type=2&max-keys=1`)
      if (!response.ok) {
        const refusal = await refused(response)
        if (!refusal.trouble) throw refusal
        return refusal.trouble
      }
      await response.body?.cancel()
      return null
    },
  }
}

/** Gets an object in full; null where there is none. Rejects with ProviderError, also for more bytes than `most`. */
export async function getWhole(bucket: Bucket, key: string, most: number): Promise<Buffer | null> {
  const response = await bucket.get(key)
  try {
    return response && (await readUpTo(response, most))
  } catch (error) {
    throw outage(bucket.settings.endpoint, error as Error, ANSWER_MS)
  }
}

type Ask = (method: string, address: string, init?: RequestInit, withinMs?: number) => Promise<Response>

function signedRequests(settings: S3Settings, now: () => Date): Ask {
  let client: Promise<AwsClient> | undefined
  return async (method, address, init = {}, withinMs = ANSWER_MS) => {
    client ??= openClient(settings)
    try {
      const datetime = now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, '')
      const signed = await (await client).sign(address, { ...init, method, aws: { datetime } })
      return await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    } catch (error) {
      throw outage(settings.endpoint, error as Error, withinMs)
    }
  }
}

/** Lazy: only shops with a bucket load it. */
async function openClient({ accessKeyId, secretAccessKey, region }: S3Settings): Promise<AwsClient> {
  const { AwsClient } = await import('aws4fetch')
  return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
}

function outage(endpoint: string, { name, cause }: Error, withinMs: number): ProviderError {
  const code = (cause as { code?: string } | undefined)?.code
  const why = name === 'TimeoutError' ? `no answer within ${withinMs / 1000} s` : (code ?? 'no connection')
  return new ProviderError(`The object store at ${new URL(endpoint).host} can't be reached: ${why}`)
}

/** Reads a page of ListObjectsV2. Our own keys have nothing that XML escapes; a foreign one is no key of ours. */
function readListing(xml: string): { objects: { key: string; bytes: number }[]; next: string | null } {
  const objects = Array.from(xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g), ([, entry = '']) => ({
    key: tag(entry, 'Key') ?? '',
    bytes: Number(tag(entry, 'Size') ?? 0),
  }))
  return { objects, next: tag(xml, 'IsTruncated') === 'true' ? tag(xml, 'NextContinuationToken') : null }
}

/** The text of the first such element. */
function tag(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (text === undefined) return null
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
