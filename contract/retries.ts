/** §9: failed reads are repeated, with exponential back-off up to the cap. */
export const QUERY_RETRIES = 3
export const QUERY_RETRY_CAP_MS = 30_000
