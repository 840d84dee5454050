import { writeFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import { ask } from './ask.ts'

/** An answer of the shop, recorded for another server to repeat byte by byte. */
export interface RecordedAnswer {
  page: string
  headers: OutgoingHttpHeaders
  /** In base64. */
  body: string
}

export const recordedAnswersFile = (dataDir: string): string => path.join(dataDir, 'recorded-answers.json')

// Headers of the connection, which the server sets itself.
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'])

/** Requests each page of the shop once and records the answers for `constant-server.ts`. */
export async function recordAnswers(origin: string, pages: string[], dataDir: string): Promise<void> {
  const recorded: RecordedAnswer[] = []
  for (const page of pages) {
    const { status, headers, body } = await ask(origin, { path: page })
    if (status !== 200) throw new Error(`${page} answers ${status}`)
    const own = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name))
    recorded.push({ page, headers: Object.fromEntries(own), body: body.toString('base64') })
  }
  await writeFile(recordedAnswersFile(dataDir), JSON.stringify(recorded))
}
