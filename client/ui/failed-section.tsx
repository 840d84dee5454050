import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { QUERY_RETRIES, retryDelay } from '#client/api/retrying.ts'
import { Retry } from './retry.tsx'

/** Error state of a server-rendered section. The browser retries once by itself, then on request. */
export function FailedSection() {
  const { revalidate, state } = useRevalidator()
  const attempts = useRef(0)
  useEffect(() => {
    if (state !== 'idle' || attempts.current >= QUERY_RETRIES) return
    const timer = setTimeout(() => {
      attempts.current += 1
      void revalidate()
    }, retryDelay(attempts.current))
    return () => clearTimeout(timer)
  }, [state, revalidate])
  return <Retry error={new Error('the shop’s catalogue could not be read')} onRetry={() => void revalidate()} />
}
