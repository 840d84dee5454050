import { openSharp } from './sharp.ts'

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }
let underWay = 0

/**
 * Renders an SVG of our own as PNG. Uploaded SVGs are refused earlier, by their first bytes; besides, the decoder is
 * blocked except while it renders ours.
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
