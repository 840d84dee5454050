import * as z from 'zod/mini'

/** Raised by each save: who saves names what they read, so that nobody overwrites unseen. */
export const revision = z
  .int('revision is the one that you read')
  .check(z.minimum(0, 'revision is the one that you read'))
