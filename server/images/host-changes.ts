import { queue } from './queue.ts'

/**
 * Storing a picture together with its row, and removing one together with its row, take turns: else the same
 * picture, uploaded again while it is being cleared away, would be left with a row and no files.
 */
export const hostChanges = queue(1)
