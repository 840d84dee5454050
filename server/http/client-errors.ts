import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { PROBLEM_TYPE, problemOf } from './problem-responses.ts'

/** Time for the client to read its answer and close the connection; some of its request may still be arriving. */
const LINGER_MS = 3_000

// Copied: Node's own list is imported together with its HTTP client, a thirtieth of what a start costs.
const LATE = {
  code: 'request_timeout',
  phrase: 'Request Timeout',
  detail: 'The request took too long. Please try again.',
} as const
const UNREADABLE = { code: 'invalid_input', phrase: 'Bad Request', detail: 'We can’t read this request.' } as const

/**
 * Answers what never became a whole request (too slow, too large, not HTTP) and closes the connection: gracefully if
 * possible, and by force where the client neither reads nor closes.
 */
export function answerClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { code, phrase, detail } = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? LATE : UNREADABLE
  const requestId = randomUUID()
  const problem = problemOf(code, detail, requestId)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${phrase}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
  const patience = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(patience))
}
