import { API_BASE } from '#contract/call.ts'
import { countUnread } from '#contract/messages/messages.ts'
import { withFreshToken } from '#client/api/call.ts'
import { problemFrom } from '#client/api/problem-from.ts'

/** Timeout of a silent stream; the server sends a heartbeat every 25 seconds. */
const SILENCE_MS = 60_000

/**
 * Follows the server-sent events about the member's messages: calls back at once and at each event, until the stream
 * ends. Uses fetch, because EventSource can't send a token. Rejects where the stream can't be opened.
 */
export function followMessages(signal: AbortSignal, onNews: () => void): Promise<void> {
  return withFreshToken(async (token) => {
    const silence = new AbortController()
    const response = await fetch(`${API_BASE}${countUnread.path}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token ?? ''}` },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const answer: unknown = await response.json().catch(() => undefined)
      throw problemFrom(response.status, answer, response.headers.get('x-request-id') ?? '')
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      if (value.includes('data:')) onNews()
    }
  })
}
