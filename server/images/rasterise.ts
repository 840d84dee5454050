import { openSharp } from './sharp.ts'

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }
let underWay = 0

/**
 * Turns an SVG of our own into the bytes of a PNG. Strangers' SVGs are refused long before (by their first bytes); all
 * the same the decoder is blocked except while a drawing of ours is decoded.
 */
export async function rasterise(svg: string): Promise<Buffer> {
  const sharp = openSharp()
  underWay += 1
  sharp.unblock(svgLoader)
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
  } finally {
    underWay -= 1
    if (underWay === 0) sharp.block(svgLoader)
  }
}
