import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const KEY = { id: 'GK0123456789abcdef', secret: 'the secret+of/this=key' }
const PAGE = 3
const SKEW_MS = 15 * 60_000

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Refusal {
  status: number
  code: string
  more?: string
}

/**
 * Speaks S3's wire on this machine, path style, and checks each signature by its own reading of Amazon's rules: key,
 * region, clock, payload. Lists three objects at a time.
 */
export async function startS3({ region = 'garage', bucket = 'club' } = {}) {
  const objects = new Map<string, { bytes: Buffer; headers: Record<string, string> }>()
  const asked: string[] = []
  let answer: ((response: ServerResponse) => void) | null = null
  let isFull = false

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    asked.push(`${request.method} ${request.url}`)
    if (answer) return answer(response)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, name = '', ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // Anonymous reads of pictures, as a bucket with a public folder allows.
    const isPublic = isRead && key.startsWith('pictures/') && !request.headers.authorization
    const refusal = isPublic ? null : refusalOf(request, url, body)
    if (refusal) return refuse(response, refusal)
    if (name !== bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' })
    if (request.method === 'PUT') return put(key, body, request, response)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (key === '') return list(url, response)
    const found = objects.get(key)
    if (!found) return refuse(response, { status: 404, code: 'NoSuchKey' })
    response.writeHead(200, { ...found.headers, 'content-length': found.bytes.length }).end(found.bytes)
  }

  function put(key: string, body: Buffer, { headers }: IncomingMessage, response: ServerResponse) {
    if (headers['content-length'] === undefined) return refuse(response, { status: 411, code: 'MissingContentLength' })
    if (isFull) return refuse(response, { status: 507, code: 'QuotaExceeded' })
    const kept = ['content-type', 'cache-control'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    objects.set(key, { bytes: body, headers: Object.fromEntries(kept) })
    response.end()
  }

  function list({ searchParams }: URL, response: ServerResponse) {
    const prefix = searchParams.get('prefix') ?? ''
    const after = searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const shown = keys.slice(0, Math.min(PAGE, Number(searchParams.get('max-keys') ?? PAGE)))
    const contents = shown.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.bytes.length}</Size></Contents>`,
    )
    const more =
      shown.length < keys.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${shown.at(-1)}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>'
    response.setHeader('content-type', 'application/xml')
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`)
  }

  function refusalOf({ method, headers }: IncomingMessage, url: URL, body: Buffer): Refusal | null {
    const signed = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
    const [, credential = '', names = '', signature] = signed.exec(headers.authorization ?? '') ?? []
    if (!signature) return { status: 403, code: 'AccessDenied' }
    const [id, day = '', itsRegion = '', service = '', end] = credential.split('/')
    const date = String(headers['x-amz-date'])
    if (id !== KEY.id) return { status: 403, code: 'InvalidAccessKeyId' }
    if (itsRegion !== region)
      return { status: 400, code: 'AuthorizationHeaderMalformed', more: `<Region>${region}</Region>` }
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(Date.now() - at) < SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' }
    const payload = String(headers['x-amz-content-sha256'])
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))
      return { status: 400, code: 'XAmzContentSHA256Mismatch' }
    const query = [...url.searchParams]
      .map((pair) => pair.map((text) => encodeURIComponent(text)).join('='))
      .toSorted()
      .join('&')
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = [method, url.pathname, query, lines.join(''), names, payload].join('\n')
    const scope = [day, itsRegion, service, end].join('/')
    const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
    const key = [day, itsRegion, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY.secret}`)
    const isRight = hmac(key, text).toString('hex') === signature && service === 's3' && end === 'aws4_request'
    return isRight ? null : { status: 403, code: 'SignatureDoesNotMatch' }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { endpoint, bucket, region, accessKeyId: KEY.id, secretAccessKey: KEY.secret },
    /** The same as an operator sets them. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: KEY.id,
      S3_SECRET_ACCESS_KEY: KEY.secret,
    },
    objects,
    asked,
    /** From now on; null: as a store does. */
    answers: (how: typeof answer) => void (answer = how),
    fill: (full: boolean) => void (isFull = full),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, { status, code, more = '' }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message>${more}</Error>`)
}
