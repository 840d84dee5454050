import { API_BASE } from '#contract/call.ts'
import { countUnread } from '#contract/messages/messages.ts'
import { withFreshToken } from '#client/api/call.ts'
import { problemFrom } from '#client/api/problem-from.ts'

/** The server says so every 25 seconds that it is still there. */
const SILENCE_MS = 60_000

/**
 * Calls back at once and whenever something changes in one's messages, for as long as the server's stream of events
 * lasts. By fetch, because EventSource can't say who is asking. Rejects where there is none.
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
