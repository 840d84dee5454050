import sharp from 'sharp'

// A file that a stranger sent can only ever reach these three decoders, whatever it claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread for one encoding: how many run at a time is decided in encode-picture.ts.
sharp.concurrency(1)
// No picture is worked on twice, so kept operations are only memory.
sharp.cache(false)

/** The one way to sharp: with its loaders cut down to what we take, and thrifty. */
export { sharp }
