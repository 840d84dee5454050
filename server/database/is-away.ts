/** Refused, reset or broken connections; a server that shuts down, crashed or is starting (classes 08 and 57P). */
const AWAY = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|08|57P)/
/** What pg says without a code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether a query failed because the database can't be reached at the moment: nobody's fault, and worth another try. */
export function isAway(error: Error & { code?: string }): boolean {
  return AWAY.test(error.code ?? '') || CUT_OFF.test(error.message)
}
