import * as z from 'zod/mini'

/** Raised by each save: optimistic locking. A save names the revision it read, and is refused if another came first. */
export const revision = z
  .int('revision is the one that you read')
  .check(z.minimum(0, 'revision is the one that you read'))
