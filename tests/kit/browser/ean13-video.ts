import { writeFileSync } from 'node:fs'

/** Seven bars and gaps for each digit of the left half with odd parity. */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const RIGHT = ODD.map((bars) => bars.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0')))
const EVEN = RIGHT.map((bars) => Array.from(bars).toReversed().join(''))
/** Which digits of the left half have even parity, by the first digit (ISO 15420). */
const PARITIES = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')

/** The bars of an EAN-13: '1' is dark. */
export function ean13Bars(digits: string): string {
  const [first, ...rest] = Array.from(digits, Number)
  const parity = PARITIES[first!]!
  const left = rest.slice(0, 6).map((digit, place) => (parity[place] === 'O' ? ODD : EVEN)[digit])
  const right = rest.slice(6).map((digit) => RIGHT[digit])
  return ['101', ...left, '01010', ...right, '101'].join('')
}

const [WIDTH, HEIGHT, BAR] = [640, 480, 4]
const [LIGHT, DARK, GREY] = [235, 16, 128]

/** Writes a video for Chromium's fake camera: a sequence of EAN-13 codes and blanks (''). */
export function writeBarcodeVideo(file: string, shown: readonly string[], framesOfEach = 15): void {
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`)
  const frames = shown.flatMap((digits) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), frameOf(digits)])
    return Array.from({ length: framesOfEach }, () => frame)
  })
  writeFileSync(file, Buffer.concat([head, ...frames]))
}

function frameOf(digits: string): Buffer {
  const brightness = Buffer.alloc(WIDTH * HEIGHT, LIGHT)
  const bars = digits === '' ? '' : ean13Bars(digits)
  const start = Math.round((WIDTH - bars.length * BAR) / 2)
  for (let y = 120; y < 360; y += 1)
    for (let bar = 0; bar < bars.length; bar += 1)
      if (bars[bar] === '1') brightness.fill(DARK, y * WIDTH + start + bar * BAR, y * WIDTH + start + (bar + 1) * BAR)
  return Buffer.concat([brightness, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)])
}
