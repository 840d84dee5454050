import { usableName } from '#contract/accounts/names.ts'

/**
 * A sign-in provider's name for a person, cut to our limit; empty where `personsName` refuses it, so that signing in
 * works all the same.
 */
export const providersName = (name: unknown, club: string): string =>
  usableName(typeof name === 'string' ? name.slice(0, 100) : '', club)

/** A provider's picture, over https and of sane length; else null. */
export function providersPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > 1000 || !URL.canParse(picture)) return null
  return new URL(picture).protocol === 'https:' ? picture : null
}
