/** What the pictures of one file may come to; those beyond are left out, and the archive says so. */
export const MOST_PICTURE_BYTES = 2 * 1024 ** 3
/** What all files that the shop keeps may come to, on a disk that the database may share. */
export const MOST_KEPT_BYTES = 20 * 1024 ** 3

/** Whether there is room for another file, however large it gets. */
export const hasRoom = (keptBytes: number): boolean => keptBytes + MOST_PICTURE_BYTES <= MOST_KEPT_BYTES
