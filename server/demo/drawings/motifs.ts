import type { Inks } from './brush.ts'
import * as creatures from './creature-motifs.ts'
import * as kitchen from './kitchen-motifs.ts'
import * as land from './land-motifs.ts'

/** Every picture that a cover can carry; each stands in a square from −200 to 200. */
export const motifs = { ...land, ...kitchen, ...creatures } satisfies Record<string, (inks: Inks) => string>

export type Motif = keyof typeof motifs
