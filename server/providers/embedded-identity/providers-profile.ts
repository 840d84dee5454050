import { optionalLine } from '#contract/text.ts'

/** What people may be called, by whichever way it comes in. */
export const personsName = optionalLine(100)

/** What a sign-in provider calls somebody, as much of it as fits; empty where that can't be shown. */
export function providersName(name: unknown): string {
  const read = personsName.safeParse(typeof name === 'string' ? name.slice(0, 100) : '')
  return read.success ? read.data : ''
}

/** A provider's picture, when it comes over https and isn't absurdly long; else none. */
export function providersPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > 1000 || !URL.canParse(picture)) return null
  return new URL(picture).protocol === 'https:' ? picture : null
}
