import { DAY_MS } from '#contract/duration.ts'

/** Pictures of one book. */
export const MOST_BOOK_IMAGES = 8
/** What one account may upload within 24 hours, whatever becomes of it. */
export const MOST_UPLOADS_A_DAY = 100
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024
/** How long an unused upload stays. */
export const UNUSED_IMAGE_MS = DAY_MS
