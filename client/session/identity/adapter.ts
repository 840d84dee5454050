import type { Site } from '#contract/site.ts'

type Adapter = Site['identity']['adapter']

const { promise, resolve } = Promise.withResolvers<Adapter>()

/** Adapter that the shop's configuration names; known once the page runs. */
export const chosenAdapter = promise

/** Sets the adapter; the first call counts. */
export const chooseAdapter: (adapter: Adapter) => void = resolve
