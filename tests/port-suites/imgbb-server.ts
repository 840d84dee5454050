import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const IMGBB_KEY = '0123456789abcdef0123456789abcdef'

const bad = (message: string, code: number) => ({
  status_code: 400,
  error: { message, code },
  status_txt: 'Bad Request',
})

/**
 * Speaks imgbb's wire on this machine, oddities included: each upload is a picture of its own, numbers come as texts at
 * times, every refusal is a 400, and a page, not a call, deletes.
 */
export async function startImgbb() {
  const pictures = new Map<string, Buffer>()
  const pages = new Map<string, string>()
  const asked: { method: string; url: string; form: Record<string, string> }[] = []
  let answer: ((response: ServerResponse) => void) | null = null
  let uploads = 0
  let meeting: { awaited: number; all: () => void; met: Promise<void> } | null = null

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', origin)
    const isUpload = url.pathname === '/1/upload' && request.method === 'POST'
    const form = isUpload ? await readForm(request, body) : null
    const fields = form ? await Promise.all(Array.from(form, async ([name, one]) => [name, await textOf(one)])) : []
    asked.push({ method: request.method ?? '', url: request.url ?? '', form: Object.fromEntries(fields) })
    if (answer) return answer(response)
    if (isUpload && meeting) await meet(meeting)
    if (isUpload) return upload(url, form?.get('image') ?? null, response)
    const deleted = pages.get(url.pathname)
    if (deleted) {
      // The page shows a button; only that deletes.
      if (request.method === 'POST') pictures.delete(deleted)
      return response.setHeader('content-type', 'text/html').end('<button>Delete image</button>')
    }
    const picture = pictures.get(url.pathname)
    response.statusCode = picture ? 200 : 404
    response.setHeader('content-type', picture ? 'image/webp' : 'text/html').end(picture ?? '<h1>404</h1>')
  }

  async function meet(at: NonNullable<typeof meeting>) {
    if ((at.awaited -= 1) === 0) at.all()
    await at.met
  }

  async function upload(url: URL, image: FormDataEntryValue | null, response: ServerResponse) {
    const send = (status: number, json: unknown) => {
      response.statusCode = status
      response.setHeader('content-type', 'application/json').end(JSON.stringify(json))
    }
    if (url.searchParams.get('key') !== IMGBB_KEY) return send(400, bad('Invalid API v1 key.', 100))
    if (!(image instanceof File)) return send(400, bad('Empty upload source.', 130))
    const [id, key] = [randomBytes(4).toString('hex'), randomBytes(16).toString('hex')]
    const bytes = Buffer.from(await image.arrayBuffer())
    pictures.set(`/${id}/${image.name}`, bytes)
    pages.set(`/${id}/${key}`, `/${id}/${image.name}`)
    uploads += 1
    const number = (value: number) => (uploads % 2 === 0 ? String(value) : value)
    const file = { filename: image.name, name: id, mime: 'image/webp', extension: 'webp' }
    const at = `${origin}/${id}/${image.name}`
    send(200, {
      data: {
        id,
        title: id,
        url_viewer: `${origin}/view/${id}`,
        url: at,
        display_url: at,
        width: 1200,
        height: 800,
        size: number(bytes.length),
        time: number(1_795_000_000),
        expiration: number(0),
        image: { ...file, url: at },
        thumb: { ...file, url: at },
        delete_url: `${origin}/${id}/${key}`,
      },
      success: true,
      status: 200,
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    places: { api: origin, pictures: origin },
    asked,
    pictures,
    /** From now on; null: as imgbb does. */
    answers: (how: typeof answer) => void (answer = how),
    /** Answers the next uploads once so many have come. */
    together: (awaited: number) => {
      const { promise: met, resolve: all } = Promise.withResolvers<void>()
      meeting = { awaited, all, met: met.then(() => void (meeting = null)) }
    },
    rateLimited: (response: ServerResponse) => {
      response.statusCode = 400
      response.setHeader('content-type', 'application/json').end(JSON.stringify(bad('Rate limit reached.', 100)))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const readForm = ({ headers }: IncomingMessage, body: Buffer) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()

const textOf = async (entry: FormDataEntryValue) =>
  typeof entry === 'string' ? entry : `${entry.name} ${entry.type} ${(await entry.arrayBuffer()).byteLength}`
