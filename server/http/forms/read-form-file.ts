import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/problems.ts'

interface Words {
  /** Message for a missing or incomplete file. */
  missing: string
  torn: string
  /** Refuses a file beyond the route's limit. */
  tooLarge: () => never
}

/**
 * Reads the single file of a multipart form. Refuses (`invalid_input`, at the field) a form without it, or a broken
 * one.
 */
export async function readFormFile(
  request: FastifyRequest,
  field: string,
  { missing, torn, tooLarge }: Words,
): Promise<{ name: string; bytes: Buffer }> {
  const atField = (message: string) => refuse('invalid_input', message, [{ field, message }])
  // Errors without a Fastify code are the form parser's: the form is broken or cut short.
  const readable = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: Error & { code?: string }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
      if (error.code?.startsWith('FST_')) throw error
      return atField(torn)
    })
  const part = await readable(request.file())
  if (part?.fieldname !== field) {
    part?.file.resume()
    return atField(missing)
  }
  const bytes = await readable(part.toBuffer())
  // A file that hits the limit in its last chunk comes out cut, without an error.
  if (part.file.truncated) return tooLarge()
  // May be missing, whatever the types say. PostgreSQL takes no NUL.
  const name = (part.filename as string | undefined) ?? ''
  return { name: name.replaceAll(/\p{Cc}/gu, ''), bytes }
}
