import * as z from 'zod/mini'
import { API_BASE } from '#contract/call.ts'
import { uploadImage as declared } from '#contract/images/images.ts'
import { withFreshToken } from './call.ts'
import { ConnectionError } from './problem-error.ts'
import { problemFrom } from './problem-from.ts'

export interface UploadOptions {
  /** Hears the part that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Uploads one picture and returns its address. Throws ProblemError or ConnectionError. */
export function uploadImage(file: Blob, options: UploadOptions = {}): Promise<string> {
  return withFreshToken((token) => post(file, token, options))
}

/** By XMLHttpRequest: fetch does not tell how far an upload has come. */
async function post(file: Blob, token: string | null, { onProgress, signal }: UploadOptions): Promise<string> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.set('image', file)
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
    if (request.status < 300 && answer.success) resolve(answer.data.data.url)
    else reject(problemFrom(request.status, request.response, request.getResponseHeader('x-request-id') ?? ''))
  })
  signal?.addEventListener('abort', abort)
  request.send(form)
  return promise
}
