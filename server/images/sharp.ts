import { createRequire } from 'node:module'
import type Sharp from 'sharp'

let opened: typeof Sharp | null = null

/** Opens sharp, restricted to the loaders we need. Lazy: loaded with the first call. */
export const openSharp = (): typeof Sharp => (opened ??= load())

function load(): typeof Sharp {
  // `require`, because a failed import (too many open files) is cached until the process ends.
  const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp
  // Uploads only ever reach these three decoders, whatever they claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  // One thread per encoding; encode-picture.ts limits concurrency.
  sharp.concurrency(1)
  // Each picture is processed once, so a cache of operations would only cost memory.
  sharp.cache(false)
  return sharp
}
