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

/**
 * A word as it sounds, whatever language wrote it down: 'tschechow' and 'tchekhoff' are nearly one. Only to be compared
 * with others of these.
 */
export const soundsOf = (word: string): string =>
  SOUNDS.reduce((sounds, [letters, sound]) => sounds.replace(letters, sound), word)
