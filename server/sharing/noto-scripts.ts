interface NotoScript {
  /** Of the file in `fonts/`: `noto-hebrew.sfnt.br`. */
  name: string
  /** Noto's file without the weight; null where tools/drawing/noto-fonts.ts takes it from the collection for CJK. */
  font: string | null
  /** Unicode blocks that choose this file. */
  blocks: readonly (readonly [first: number, last: number])[]
}

const indic = (name: string, first: number): NotoScript => ({
  name: name.toLowerCase(),
  font: `NotoSerif${name}`,
  blocks: [
    [first, first + 0x7f],
    // The dandas of all Indic scripts.
    [0x964, 0x965],
  ],
})

/** Fonts of scripts beyond Latin, each loaded when a title needs it. */
export const NOTO_SCRIPTS: readonly NotoScript[] = [
  {
    name: 'european',
    font: 'NotoSerif',
    blocks: [
      [0x300, 0x36f],
      [0x370, 0x3ff],
      [0x400, 0x52f],
      [0x1f00, 0x1fff],
    ],
  },
  {
    name: 'arabic',
    font: 'NotoNaskhArabic',
    blocks: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
    ],
  },
  {
    name: 'hebrew',
    font: 'NotoSerifHebrew',
    blocks: [
      [0x590, 0x5ff],
      [0xfb1d, 0xfb4f],
    ],
  },
  indic('Devanagari', 0x900),
  indic('Bengali', 0x980),
  indic('Gurmukhi', 0xa00),
  indic('Gujarati', 0xa80),
  indic('Tamil', 0xb80),
  indic('Telugu', 0xc00),
  indic('Kannada', 0xc80),
  indic('Malayalam', 0xd00),
  { name: 'sinhala', font: 'NotoSerifSinhala', blocks: [[0xd80, 0xdff]] },
  { name: 'thai', font: 'NotoSerifThai', blocks: [[0xe00, 0xe7f]] },
  { name: 'lao', font: 'NotoSerifLao', blocks: [[0xe80, 0xeff]] },
  { name: 'myanmar', font: 'NotoSerifMyanmar', blocks: [[0x1000, 0x109f]] },
  {
    name: 'georgian',
    font: 'NotoSerifGeorgian',
    blocks: [
      [0x10a0, 0x10ff],
      [0x1c90, 0x1cbf],
    ],
  },
  { name: 'ethiopic', font: 'NotoSerifEthiopic', blocks: [[0x1200, 0x137f]] },
  { name: 'khmer', font: 'NotoSerifKhmer', blocks: [[0x1780, 0x17ff]] },
  { name: 'armenian', font: 'NotoSerifArmenian', blocks: [[0x530, 0x58f]] },
  { name: 'hangul', font: null, blocks: [[0xac00, 0xd7a3]] },
  {
    name: 'han',
    font: null,
    blocks: [
      [0x3000, 0x30ff],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xff01, 0xff5e],
    ],
  },
]
