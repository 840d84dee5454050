import { usableName } from '#contract/accounts/names.ts'

/**
 * What a sign-in provider calls somebody, as much of it as fits; empty where that can't be shown, or passes for somebody
 * else in a club of that name: nobody is kept out by it.
 */
export const providersName = (name: unknown, club: string): string =>
  usableName(typeof name === 'string' ? name.slice(0, 100) : '', club)

/** A provider's picture, when it comes over https and isn't absurdly long; else none. */
export function providersPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > 1000 || !URL.canParse(picture)) return null
  return new URL(picture).protocol === 'https:' ? picture : null
}
