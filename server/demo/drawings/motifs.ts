import type { Inks } from './brush.ts'
import { creatureMotifs } from './creature-motifs.ts'
import { kitchenMotifs } from './kitchen-motifs.ts'
import { landMotifs } from './land-motifs.ts'

/** Every picture that a cover can carry; each stands in a square from −200 to 200. */
export const motifs = { ...landMotifs, ...kitchenMotifs, ...creatureMotifs } satisfies Record<
  string,
  (inks: Inks) => string
>

export type Motif = keyof typeof motifs
