/** Limit on the pictures of an export; the archive names those left out. */
export const MOST_PICTURE_BYTES = 2 * 1024 ** 3
/** Limit on all exports together, on a disk that the database may share. */
export const MOST_KEPT_BYTES = 20 * 1024 ** 3

/** Whether there is room for another export of the largest size. */
export const hasRoom = (keptBytes: number): boolean => keptBytes + MOST_PICTURE_BYTES <= MOST_KEPT_BYTES
