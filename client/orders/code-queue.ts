import * as z from 'zod/mini'
import { handOver, handOverCode } from '#contract/orders/hand-over.ts'
import { call } from '#client/api/call.ts'
import { queueInStorage } from '#client/ui/storage/queue-in-storage.ts'
import { sendQueue } from '#client/ui/storage/send-queue.ts'

/** Handover codes by order id. */
const codes = z.array(z.object({ id: z.uuid(), code: handOverCode, refused: z.optional(z.string()) }))
type QueuedCode = z.output<typeof codes>[number]
/** Format of earlier versions. */
const codesByOrder = z.pipe(
  z.record(z.uuid(), handOverCode),
  z.transform((json): QueuedCode[] => Object.entries(json).map(([id, code]) => ({ id, code }))),
)
const stored = z.catch(z.union([codes, codesByOrder]), [])

/** Send queue of handover codes that a seller typed offline. */
export const codeQueue = sendQueue<QueuedCode>(
  'hand-over-codes',
  queueInStorage('hand-over-codes', (byOrder) => stored.parse(byOrder)),
  ({ id, code }) => call(handOver, { params: { id }, body: { code } }),
)
