import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterwards } from '#tests/kit/afterwards.ts'

/** A purge as the CDN was sent it. */
interface Purge {
  keys: string[]
  headers: NodeJS.Dict<string | string[]>
  body: string
}

export interface CdnSink {
  url: string
  /** Those that were confirmed, in order. */
  purges: Purge[]
  /** Status of its answers; may wait before it says so. */
  answer: () => number | Promise<number>
}

/** What takes purges in place of a CDN. */
export async function startCdnSink(): Promise<CdnSink> {
  const sink: CdnSink = { url: '', purges: [], answer: () => 200 }
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await text(request)
      const named = request.headers['surrogate-key']
      const keys = named === undefined ? (JSON.parse(body) as { tags: string[] }).tags : String(named).split(' ')
      const status = await sink.answer()
      if (status === 200) sink.purges.push({ keys, headers: request.headers, body })
      response.writeHead(status).end()
    }
    take().catch((error: Error) => response.writeHead(500).end(error.message))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`
  afterwards(async () => {
    server.closeAllConnections()
    server.close()
  })
  return sink
}
