import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { sendMessage, startConversation } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { isWorthKeeping, ProblemError } from '#client/api/problem-error.ts'
import { keepInBrowser, keptInBrowser } from '#client/ui/storage/browser-storage.ts'
import { refreshMessages } from './message-queries.ts'

/* Messages on their way: kept in this browser until the server has them, so that no connection is needed to write. */

/** Where a message goes: into a conversation, or where there is none yet, to whom a book or an order is about. */
export type Place = { conversation: string } | { book: string } | { order: string }

export interface Outgoing {
  /** Made here, so that a message that is sent twice is one. */
  id: string
  place: Place
  text: string
  /** Why the server didn't take it. */
  refused?: string | undefined
}

const TRY_AGAIN_MS = 15_000
const place = z.union([
  z.object({ conversation: z.uuid() }),
  z.object({ book: z.uuid() }),
  z.object({ order: z.uuid() }),
])
const stored = z.catch(
  z.array(z.object({ id: z.uuid(), place, text: z.string(), refused: z.optional(z.string()) })),
  [],
)
const keyOf = (accountId: string) => `messages-out:${accountId}`

/** What a full or closed storage did not take: it stays as long as the page. */
const here = new Map<string, readonly Outgoing[]>()
const shown = new Map<string, readonly Outgoing[]>()
const listeners = new Set<() => void>()

const read = (accountId: string): readonly Outgoing[] =>
  here.get(accountId) ?? stored.parse(keptInBrowser(keyOf(accountId)))

function change(accountId: string, to: (all: readonly Outgoing[]) => Outgoing[]): void {
  const all = to(read(accountId))
  if (keepInBrowser(keyOf(accountId), all)) here.delete(accountId)
  else here.set(accountId, all)
  shown.set(accountId, all)
  for (const listener of listeners) listener()
}

const isSame = (one: Place, other: Place) => JSON.stringify(one) === JSON.stringify(other)

/** Sends a message as soon as that is possible. */
export function post(accountId: string, to: Place, text: string): void {
  change(accountId, (all) => [...all, { id: newUuid(), place: to, text }])
  void sendAll(accountId)
}

/** Tries one again that the server didn't take. */
export function postAgain(accountId: string, id: string): void {
  change(accountId, (all) => all.map(({ refused, ...one }) => (one.id === id ? one : { ...one, refused })))
  void sendAll(accountId)
}

export function discard(accountId: string, id: string): void {
  change(accountId, (all) => all.filter((one) => one.id !== id))
}

const busy = new Set<string>()

/** One after another, in their order; without a connection the rest waits for the next time. */
async function sendAll(accountId: string): Promise<void> {
  if (busy.has(accountId)) return
  busy.add(accountId)
  try {
    for (let next = nextOf(accountId); next; next = nextOf(accountId)) {
      try {
        await send(next)
        await refreshMessages()
        discard(accountId, next.id)
      } catch (error) {
        if (isWaiting(error)) return
        const [{ id }, refused] = [next, failureWords(error)]
        change(accountId, (all) => all.map((one) => (one.id === id ? { ...one, refused } : one)))
      }
    }
  } finally {
    busy.delete(accountId)
  }
}

const nextOf = (accountId: string) => read(accountId).find(({ refused }) => refused === undefined)

/** The day's limit is the server's last word for today. */
const isWaiting = (error: unknown) =>
  isWorthKeeping(error) && !(error instanceof ProblemError && error.code === 'too_many_messages')

const send = ({ id: messageId, place: to, text }: Outgoing): Promise<unknown> =>
  'conversation' in to
    ? call(sendMessage, { params: { id: to.conversation }, body: { messageId, text } })
    : call(startConversation, { body: { ...to, messageId, text } })

const nothing: readonly Outgoing[] = []

/** What is on its way to a place, or was refused there. */
export function useOutgoing(accountId: string, to: Place): readonly Outgoing[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      if (!shown.has(accountId)) shown.set(accountId, read(accountId))
      return shown.get(accountId)!
    },
    () => nothing,
  )
  return all.filter((one) => isSame(one.place, to))
}

/** As long as some wait, they are sent when the connection is back, and every few seconds in case nobody says so. */
export function useSending(accountId: string): void {
  useEffect(() => {
    const trySending = () => void sendAll(accountId)
    trySending()
    const timer = setInterval(trySending, TRY_AGAIN_MS)
    addEventListener('online', trySending)
    return () => {
      clearInterval(timer)
      removeEventListener('online', trySending)
    }
  }, [accountId])
}

/** By hand, because browsers keep `randomUUID` for https. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
