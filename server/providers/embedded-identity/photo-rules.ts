/** A provider's picture, when it comes over https and isn't absurdly long; else none. */
export function providersPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > 1000 || !URL.canParse(picture)) return null
  return new URL(picture).protocol === 'https:' ? picture : null
}
