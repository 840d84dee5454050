export const layoutNames = ['label', 'band', 'initial', 'spine', 'thirds', 'stack'] as const
export type LayoutName = (typeof layoutNames)[number]
export const ornamentNames = ['rule', 'fleuron', 'dots', 'frame'] as const
export type OrnamentName = (typeof ornamentNames)[number]
/** How many bindings cloths.ts has. */
export const CLOTHS = 12

export interface Variant {
  /** Which of the twelve, from 0. */
  cloth: number
  layout: LayoutName
  ornament: OrnamentName
}

/** The facts that decide what a cover looks like. */
export interface CoverFacts {
  id: string
  title: string
  author: string
}

/** Which of the 288 covers a book gets: for ever the same, and all of them about equally often. */
export function variantOf({ id, title, author }: CoverFacts): Variant {
  const hash = mix(`${id}\n${title}\n${author}`)
  const afterCloth = Math.floor(hash / CLOTHS)
  return {
    cloth: hash % CLOTHS,
    layout: layoutNames[afterCloth % layoutNames.length]!,
    ornament: ornamentNames[Math.floor(afterCloth / layoutNames.length) % ornamentNames.length]!,
  }
}

/** FNV-1a over the UTF-16 units, then MurmurHash3's finish, so that every bit of the text moves every bit of the hash. */
function mix(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
