/**
 * An advisory lock, any constant of our own: backups share it for as long as they copy pictures, and clearing a picture
 * away needs it alone.
 */
export const PICTURES_STAY = 4_010_710_172
