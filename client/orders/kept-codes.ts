import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { handOver, handOverCode } from '#contract/orders/hand-over.ts'
import { call } from '#client/api/call.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { isWorthKeeping } from '#client/api/problem-error.ts'
import { useRefreshOrders } from './use-order-action.ts'
import { keepInBrowser, keptInBrowser } from '#client/ui/storage/browser-storage.ts'

/* Codes that a seller typed where there was no connection, by the order: kept in this browser until they were sent. */

const TRY_AGAIN_MS = 15_000
const stored = z.catch(z.record(z.uuid(), handOverCode), {})
type Codes = z.output<typeof stored>

const keyOf = (accountId: string) => `hand-over-codes:${accountId}`
const read = (accountId: string): Codes => stored.parse(keptInBrowser(keyOf(accountId)))

/**
 * The codes that this seller typed and that have not been sent yet, and how to keep another one. As long as there are
 * some, they are sent when the connection is back, and every few seconds in case nobody says so. `refused` tells, by
 * the order, why one could not be taken.
 */
export function useKeptCodes(accountId: string) {
  const refresh = useRefreshOrders()
  const [codes, setCodes] = useState(() => read(accountId))
  const [refused, setRefused] = useState<Record<string, string>>({})
  const isEmpty = Object.keys(codes).length === 0

  useEffect(() => {
    if (isEmpty) return
    async function sendAll() {
      for (const [orderId, code] of Object.entries(read(accountId))) {
        try {
          await call(handOver, { params: { id: orderId }, body: { code } })
        } catch (error) {
          if (isWorthKeeping(error)) return
          setRefused((earlier) => ({ ...earlier, [orderId]: failureWords(error) }))
        }
        const { [orderId]: _, ...rest } = read(accountId)
        keepInBrowser(keyOf(accountId), rest)
        setCodes(rest)
        void refresh()
      }
    }
    const trySending = () => void sendAll()
    trySending()
    const timer = setInterval(trySending, TRY_AGAIN_MS)
    addEventListener('online', trySending)
    return () => {
      clearInterval(timer)
      removeEventListener('online', trySending)
    }
  }, [accountId, isEmpty, refresh])

  function keep(orderId: string, code: string) {
    const all = { ...read(accountId), [orderId]: code }
    keepInBrowser(keyOf(accountId), all)
    setCodes(all)
  }
  return { codes, refused, keep }
}
