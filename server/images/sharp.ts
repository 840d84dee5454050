import { createRequire } from 'node:module'
import type Sharp from 'sharp'

let opened: typeof Sharp | null = null

/** The one way to sharp: with its loaders cut down to what we take, and thrifty. Loaded with the first call. */
export const openSharp = (): typeof Sharp => (opened ??= load())

function load(): typeof Sharp {
  // Not by an import: a module whose evaluation failed once, for too many open files, fails until the program ends.
  const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp
  // A file that a stranger sent can only ever reach these three decoders, whatever it claims to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  // One thread for one encoding: how many run at a time is decided in encode-picture.ts.
  sharp.concurrency(1)
  // Each picture is processed once, so a cache of operations would only cost memory.
  sharp.cache(false)
  return sharp
}
