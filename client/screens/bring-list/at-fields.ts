import { ProblemError } from '#client/api/problem-error.ts'
import { problemFrom } from '#client/api/problem-from.ts'

/** Runs a call whose fields have this prefix in the form, and maps its errors to them. */
export async function atFields<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, status, detail, requestId } = error
    const invalidFields = error.invalidFields.map(({ field, message }) => ({
      field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
      message,
    }))
    throw problemFrom(status, { code, detail, invalidFields }, requestId)
  }
}
