const WANTED = 'Please choose a JPEG, PNG or WebP picture.'

const startsWith = (text: string, at = 0) => {
  const bytes = Buffer.from(text, 'latin1')
  return (file: Buffer) => file.subarray(at, at + bytes.length).equals(bytes)
}

const isWebp = (file: Buffer) => startsWith('RIFF')(file) && startsWith('WEBP', 8)(file)

/** The first bytes of the kinds we take. */
const taken = [startsWith('\xff\xd8\xff'), startsWith('\x89PNG\r\n\x1a\n'), isWebp]

const looksLikeMarkup = (file: Buffer) => /^\s*(<\?xml|<svg|<!doctype|<html|<!--)/i.test(opening(file))
const opening = (file: Buffer) =>
  file
    .subarray(0, 1000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')

/** Kinds that people do try, so that the refusal can call them by name. */
const known: [(file: Buffer) => boolean, string][] = [
  [startsWith('GIF8'), 'That is a GIF.'],
  [startsWith('%PDF'), 'That is a PDF document.'],
  [startsWith('ftypavif', 4), 'That is an AVIF picture.'],
  [startsWith('ftyp', 4), 'That is a HEIC photo or a video, which we can’t read.'],
  [startsWith('BM'), 'That is a BMP picture.'],
  [(file) => startsWith('II*\0')(file) || startsWith('MM\0*')(file), 'That is a TIFF picture.'],
  [(file) => looksLikeMarkup(file) && /<svg/i.test(opening(file)), 'That is an SVG drawing.'],
]

/** Why this file is not one of the kinds we take, as a sentence for the person; null when it is one. */
export function refusedKind(file: Buffer): string | null {
  if (file.length === 0) return `The file is empty. ${WANTED}`
  if (taken.some((is) => is(file))) return null
  const name = known.find(([is]) => is(file))?.[1] ?? 'That file is not a picture.'
  return `${name} ${WANTED}`
}
