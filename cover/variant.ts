export const layoutNames = ['label', 'band', 'initial', 'spine', 'thirds', 'stack'] as const
export type LayoutName = (typeof layoutNames)[number]
export const ornamentNames = ['rule', 'fleuron', 'dots', 'frame'] as const
export type OrnamentName = (typeof ornamentNames)[number]
/** Number of bindings in cloths.ts. */
export const CLOTHS = 12

export interface Variant {
  /** Number of the binding, from 0. */
  cloth: number
  layout: LayoutName
  ornament: OrnamentName
}

/** Facts that decide a cover. */
export interface CoverFacts {
  id: string
  title: string
  author: string
}

/** Picks one of the 288 covers for a book: stable, and evenly spread (a hash). */
export function variantOf({ id, title, author }: CoverFacts): Variant {
  const hash = mix(`${id}\n${title}\n${author}`)
  const afterCloth = Math.floor(hash / CLOTHS)
  return {
    cloth: hash % CLOTHS,
    layout: layoutNames[afterCloth % layoutNames.length]!,
    ornament: ornamentNames[Math.floor(afterCloth / layoutNames.length) % ornamentNames.length]!,
  }
}

/**
 * FNV-1a over the UTF-16 units, then MurmurHash3's finish, so that every bit of the text affects every bit of the hash.
 */
function mix(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
