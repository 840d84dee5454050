// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'

/** A wrong command line; its message shows the usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Parses a tool's command line before anything is opened; a mistake is printed and ends the tool. */
export async function readCall<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}
