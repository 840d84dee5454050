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

/** Kinds that people try, so that the refusal can name them. */
const known: [(file: Buffer) => boolean, string][] = [
  [startsWith('GIF8'), 'This is a GIF.'],
  [startsWith('%PDF'), 'This is a PDF.'],
  [startsWith('ftypavif', 4), 'This is an AVIF picture.'],
  [startsWith('ftyp', 4), 'We can’t read HEIC photos or videos.'],
  [startsWith('BM'), 'This is a BMP picture.'],
  [(file) => startsWith('II*\0')(file) || startsWith('MM\0*')(file), 'This is a TIFF picture.'],
  [(file) => looksLikeMarkup(file) && /<svg/i.test(opening(file)), 'This is an SVG drawing.'],
]

/** A refusal for a file of another kind, as a sentence; null for the kinds we take. */
export function refusedKind(file: Buffer): string | null {
  if (file.length === 0) return `This file is empty. ${WANTED}`
  if (taken.some((is) => is(file))) return null
  const name = known.find(([is]) => is(file))?.[1] ?? 'This file isn’t a picture.'
  return `${name} ${WANTED}`
}
