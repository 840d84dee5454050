/** The largest photo takes 210 s on a line of 400 kbps. */
export const REQUEST_TIMEOUT_MS = 300_000
/** Timeout of the headers; a real client sends them sooner. */
const HEADERS_TIMEOUT_MS = 60_000

/** Node's own limits for a request that has to arrive within so many milliseconds. */
export function timeouts(requestTimeout: number) {
  const headersTimeout = Math.min(requestTimeout, HEADERS_TIMEOUT_MS)
  return { requestTimeout, headersTimeout, connectionsCheckingInterval: headersTimeout / 4 }
}
