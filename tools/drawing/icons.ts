import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { palette } from '#contract/palette.ts'
import { rasterise } from '#server/images/rasterise.ts'
import { openSharp } from '#server/images/sharp.ts'

/**
 * Generates the shop's icons from one drawing, the leaf with the dog-ear: client/public/favicon.svg and .ico and
 * client/public/icons. Run it again when the drawing changes: `node tools/drawing/icons.ts`.
 */
const OUT = 'client/public'

/** Twenty units wide, twenty-six high. */
const LEAF = { page: 'M0 0h13l7 7v19H0z', ear: 'M13 0v7h7z', lines: 'M4 13h12M4 18h9' }

const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  `<style>@media(prefers-color-scheme:dark){.p{fill:${palette.stamp.dark}}.e{fill:${palette.card.light}}.l{stroke:${palette.paper.dark}}}</style>` +
  '<g transform="translate(5 1.4) scale(1.1)">' +
  `<path class="p" fill="${palette.stamp.light}" d="${LEAF.page}"/><path class="e" fill="${palette.sunk.light}" d="${LEAF.ear}"/>` +
  `<path class="l" fill="none" stroke="${palette.card.light}" stroke-width="2" d="${LEAF.lines}"/></g></svg>\n`

/** The leaf on the stamp's red; `share` is its part of the icon's height. */
function onStamp(size: number, share: number): string {
  const scale = (32 * share) / 26
  const at = `translate(${16 - 10 * scale} ${16 - 13 * scale}) scale(${scale})`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">` +
    `<path fill="${palette.stamp.light}" d="M0 0h32v32H0z"/><g transform="${at}"><path fill="${palette.card.light}" d="${LEAF.page}"/>` +
    `<path fill="${palette.rule.light}" d="${LEAF.ear}"/>` +
    `<path fill="none" stroke="${palette.stamp.light}" stroke-width="2" d="${LEAF.lines}"/></g></svg>`
  )
}

const png = async (svg: string) =>
  openSharp()(await rasterise(svg))
    .png({ compressionLevel: 9 })
    .toBuffer()

/** An .ico with a single PNG, for programs that ask for nothing else. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

await mkdir(path.join(OUT, 'icons'), { recursive: true })
const small = favicon.replace(/<style>.*?<\/style>/, '').replace('<svg ', '<svg width="32" height="32" ')
const files: [string, string | Buffer][] = [
  ['favicon.svg', favicon],
  ['favicon.ico', ico(await png(small), 32)],
  ['icons/apple-touch-icon.png', await png(onStamp(180, 0.62))],
  ['icons/192.png', await png(onStamp(192, 0.68))],
  ['icons/512.png', await png(onStamp(512, 0.68))],
  // A mask may remove all but the middle four fifths.
  ['icons/maskable-512.png', await png(onStamp(512, 0.5))],
]
for (const [name, content] of files) await writeFile(path.join(OUT, name), content)
