import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** Facts about the work under way, a request's or a job's, for its lines in the log. Ids only. */
export interface WorkNotes {
  /** The number that a person sees with an error; of a job, that of the request which booked it. */
  reqId?: string
  jobId?: string
  accountId?: string
  orderId?: string
  /** Outage that kept a request from being answered. */
  outage?: string
  /** Where traces are collected. */
  traceId?: string
}

const works = new AsyncLocalStorage<{ notes: WorkNotes; span: Span | null }>()

/** Does a piece of work with notes of its own (AsyncLocalStorage), use cases and providers included. */
export const withNotes = <Result>(notes: WorkNotes, work: () => Result, span: Span | null = null): Result =>
  works.run({ notes, span }, work)

/** Adds to the notes of the work under way. Without effect outside of any. */
export function note(facts: WorkNotes): void {
  Object.assign(notes(), facts)
}

/** The notes of the work under way. */
export const notes = (): WorkNotes => works.getStore()?.notes ?? {}

/** The traced span of the work under way. */
export const spanOfWork = (): Span | null => works.getStore()?.span ?? null
