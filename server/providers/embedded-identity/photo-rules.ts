/** A provider's picture, when it comes over https and isn't absurdly long; else none. */
export function providersPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > 1000 || !URL.canParse(picture)) return null
  return new URL(picture).protocol === 'https:' ? picture : null
}

/**
 * Whether a person may set this as their photo: one that this shop serves, as a path or in full, or the one they
 * have already. Anything else would let a stranger's server watch who looks at the shop.
 */
export function mayBePhoto(
  photo: string,
  { origins, present }: { origins: readonly string[]; present: string | null },
) {
  if (photo === present) return true
  if (photo.includes('\\')) return false
  const base = 'https://shop.invalid'
  if (!URL.canParse(photo, base)) return false
  return [base, ...origins].includes(new URL(photo, base).origin) && !photo.startsWith(base)
}
