import { writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'

const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }

/** Writes a font for the server's pictures, compressed: HarfBuzz reads no WOFF2. */
export async function writeServerFont(name: string, font: Uint8Array): Promise<void> {
  const small = brotliCompressSync(font, SMALLEST)
  await writeFile(`server/sharing/fonts/${name}.sfnt.br`, small)
  console.log(`${name}: ${font.length} bytes, compressed ${small.length}`)
}
