import * as z from 'zod/mini'
import { API_BASE, type AnswerOf, type Call } from '#contract/call.ts'
import { withFreshToken } from './call.ts'
import { ConnectionError } from './problem-error.ts'
import { problemFrom } from './problem-from.ts'

export interface UploadOptions {
  /** Called with the part of the upload sent so far, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Uploads a file by a call, in the form field of this name. Throws ProblemError or ConnectionError. */
export function uploadFile<C extends Call>(
  declared: C,
  field: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<AnswerOf<C>> {
  const form = new FormData()
  form.set(field, file)
  return withFreshToken((token) => post(declared, form, token, options))
}

/** XMLHttpRequest, because fetch reports no upload progress. */
async function post<C extends Call>(
  declared: C,
  form: FormData,
  token: string | null,
  { onProgress, signal }: UploadOptions,
): Promise<AnswerOf<C>> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<C>>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()

  request.open(declared.method, `${API_BASE}${declared.path}`)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.responseType = 'json'
  request.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable) onProgress?.(event.loaded / event.total)
  })
  request.addEventListener('error', () => reject(new ConnectionError()))
  request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
  request.addEventListener('load', () => {
    const answer = z.safeParse(declared.answer, request.response)
    if (request.status < 300 && answer.success) resolve(answer.data as AnswerOf<C>)
    else reject(problemFrom(request.status, request.response, request.getResponseHeader('x-request-id') ?? ''))
  })
  signal?.addEventListener('abort', abort)
  request.send(form)
  return promise
}
