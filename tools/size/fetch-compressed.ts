import { get } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/** Fetches a URL as a browser does: the compressed size, and the decoded text. */
export function fetchCompressed(url: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html,*/*' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answers ${response.statusCode}`))
        const body = Buffer.concat(parts)
        const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
        resolve({ bytes: body.length, text: text.toString('utf8') })
      })
    })
    request.on('error', reject)
  })
}
