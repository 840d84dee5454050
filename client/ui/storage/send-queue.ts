import { useEffect, useSyncExternalStore } from 'react'
import { isTokenOfAnother } from '#client/api/club-token-renewal.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { isRetryable, ProblemError } from '#client/api/problem-error.ts'

/* Offline queue: items are stored in this browser, by account, and sent in order until the server has them. */

export interface Queued {
  /** Idempotency key, made here: an item sent twice counts once. */
  id: string
  /** Refusal by the server; refused items are not retried automatically. */
  refused?: string | undefined
}

type Maybe<Value> = Value | Promise<Value>

/** Storage of a queue's items, in order. */
export interface QueueStore<Item extends Queued> {
  list: (accountId: string) => Maybe<Item[]>
  /** Adds an item, or replaces the item of the same id. Rejects where storage is full. */
  put: (accountId: string, item: Item) => Maybe<void>
  remove: (accountId: string, id: string) => Maybe<void>
}

export interface QueueState<Item> {
  items: readonly Item[]
  /** Number of items sent since the page opened. */
  sent: number
  isSending: boolean
}

const RETRY_MS = 15_000
const nothing = { items: [], sent: 0, isSending: false }

/** Whether a queued item stays in the queue after this error. A 401 counts: it can be sent after the next sign-in. */
export const staysQueued = (error: unknown): boolean =>
  isRetryable(error) || (error instanceof ProblemError && error.status === 401)

/** Creates an offline queue from its store and call. `isFinal`: further errors that retrying won't fix. */
export function sendQueue<Item extends Queued>(
  name: string,
  store: QueueStore<Item>,
  send: (item: Item) => Promise<unknown>,
  isFinal: (error: unknown) => boolean = () => false,
) {
  const { stateOf, setState, readAgain, subscribe } = statesOf(store)
  const attempts = new Map<string, Promise<void>>()

  /** Sends until the queue is empty or a retryable error occurs. */
  async function sendAll(accountId: string): Promise<void> {
    for (;;) {
      const next = (await store.list(accountId)).find(({ refused }) => refused === undefined)
      // Another account may have signed in since, here or in another tab.
      if (!next || isTokenOfAnother(accountId)) return
      try {
        await send(next)
        await store.remove(accountId, next.id)
        setState(accountId, { sent: stateOf(accountId).sent + 1 })
      } catch (error) {
        if (staysQueued(error) && !isFinal(error)) return
        await store.put(accountId, { ...next, refused: reasonIn(error) })
      }
      await readAgain(accountId)
    }
  }
  /** Starts an attempt after those in progress. `isQuiet`: without a visible sending state. */
  function attempt(accountId: string, isQuiet = false): Promise<void> {
    const before = attempts.get(accountId)
    if (before && isQuiet) return before
    const run = async () => {
      await before
      setState(accountId, { isSending: !isQuiet })
      await readAgain(accountId).catch(() => {})
      await oneTabAtATime(`${name}-${accountId}`, () => sendAll(accountId)).catch(() => {})
      await readAgain(accountId).catch(() => {})
      setState(accountId, { isSending: false })
      if (attempts.get(accountId) === mine) attempts.delete(accountId)
    }
    const mine = run()
    attempts.set(accountId, mine)
    return mine
  }
  /** Stores an item and sends it as soon as possible. Rejects where it can't be stored. */
  async function add(accountId: string, item: Item): Promise<void> {
    await store.put(accountId, item)
    await readAgain(accountId)
    void attempt(accountId)
  }
  /** Retries refused items: the item of this id, or all. */
  async function retry(accountId: string, id?: string): Promise<void> {
    for (const one of await store.list(accountId))
      if (one.refused !== undefined && (id ?? one.id) === one.id)
        await store.put(accountId, { ...one, refused: undefined })
    await attempt(accountId)
  }
  async function remove(accountId: string, id: string): Promise<void> {
    await store.remove(accountId, id)
    await readAgain(accountId)
  }
  return { add, retry, remove, attempt, stateOf, subscribe }
}

/** Queue states by account, for subscribers. */
function statesOf<Item extends Queued>(store: QueueStore<Item>) {
  const states = new Map<string, QueueState<Item>>()
  const listeners = new Set<() => void>()

  function stateOf(accountId: string): QueueState<Item> {
    let state = states.get(accountId)
    if (!state) {
      const items = store.list(accountId)
      state = items instanceof Promise ? nothing : { ...nothing, items }
      states.set(accountId, state)
    }
    return state
  }
  function setState(accountId: string, news: Partial<QueueState<Item>>): void {
    states.set(accountId, { ...stateOf(accountId), ...news })
    for (const listener of listeners) listener()
  }
  return {
    stateOf,
    setState,
    readAgain: async (accountId: string) => setState(accountId, { items: await store.list(accountId) }),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type SendQueue<Item extends Queued> = ReturnType<typeof sendQueue<Item>>

export function useQueue<Item extends Queued>(queue: SendQueue<Item>, accountId: string): QueueState<Item> {
  return useSyncExternalStore(
    queue.subscribe,
    () => queue.stateOf(accountId),
    () => nothing,
  )
}

/** Retries at once, when online or visible again, and by interval: no event signals recovery. */
export function useSending<Item extends Queued>({ attempt, stateOf }: SendQueue<Item>, accountId: string): void {
  useEffect(() => {
    const now = () => void attempt(accountId)
    const quietly = () => {
      if (stateOf(accountId).items.some(({ refused }) => refused === undefined)) void attempt(accountId, true)
    }
    now()
    const timer = setInterval(quietly, RETRY_MS)
    addEventListener('online', now)
    document.addEventListener('visibilitychange', quietly)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
      document.removeEventListener('visibilitychange', quietly)
    }
  }, [attempt, stateOf, accountId])
}

/** Reason of a refusal, field errors included, since no form is there to show them. */
const reasonIn = (error: unknown): string =>
  error instanceof ProblemError && error.invalidFields.length > 0
    ? error.invalidFields.map(({ message }) => message).join('. ')
    : errorMessage(error)

/** Runs work under a lock across tabs. Browsers without locks may send twice; the item's id dedupes. */
async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, work)
  else await work()
}
