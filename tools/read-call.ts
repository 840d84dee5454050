// First: it decides which build of the others is loaded.
import '#server/given-environment.ts'

/** A mistake in how a tool was called; its message tells the right way. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Reads what a tool was called with, before anything is opened; a mistake in it is said and ends the tool. */
export async function readCall<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}
