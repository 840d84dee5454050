import { useEffect } from 'react'
import { readMessages, type Conversation } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'

/** Tells the server that what is shown was read, once somebody looks at it. */
export function useReadMark({ id, unread }: Conversation, newest: number): void {
  useEffect(() => {
    if (unread === 0) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      // Without a connection it stays unread, and is told the next time.
      call(readMessages, { params: { id }, body: { upTo: newest } }).catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, newest])
}
