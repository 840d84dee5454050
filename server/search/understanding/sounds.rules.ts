/** Letters by which languages write a sound, those of several letters first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shch|chtch|szcz/g, 'sh'],
  [/tsch|tsh|tch|cz/g, 'ch'],
  [/sch|sz/g, 'sh'],
  [/t[sz]/g, 'z'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/kh/g, 'h'],
  [/ou/g, 'u'],
  [/ff|w|f$/g, 'v'],
  [/[ijy]+e/g, 'e'],
  [/[ijy]+/g, 'i'],
  [/(?:us|os|es|is)$/, 's'],
]

/** Shorter words sound like too many others. */
const SHORTEST_HEARD = 6

/** Whether a word is long enough to be compared by its sound. */
export const isHeard = (word: string): boolean => word.length >= SHORTEST_HEARD

/**
 * A word as it sounds, whatever language wrote it down: 'tschechow' and 'tchekhoff' are nearly one. Only to be compared
 * with others of these.
 */
export const soundsOf = (word: string): string =>
  SOUNDS.reduce((sounds, [letters, sound]) => sounds.replace(letters, sound), word)
