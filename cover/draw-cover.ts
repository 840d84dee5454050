import { COVER_HEIGHT, COVER_WIDTH, type Drawing, type Shape, type TextLine } from './drawing.ts'
import { layouts, type Composition } from './layouts.ts'
import { directionOf } from './direction.ts'
import { isLatin } from './measure.ts'
import { drawFrame, drawOrnament } from './ornaments.ts'
import { place } from './set-text.ts'
import { variantOf, type CoverFacts, type Variant } from './variant.ts'

/** Words on every cover, so that it isn't taken for a photo. */
export const NO_PHOTO = 'no photo'
const MARK_SIZE = 9
/** Fold of the board beside the spine. */
const FOLD: Shape[] = [
  { d: 'M0 0h8v300h-8z', ink: 'shade' },
  { d: 'M11 0v300', ink: 'shade', stroke: 1.6 },
]

/**
 * Draws the cover of a book without a photo: a pure function of title, author and id, the same for ever and everywhere.
 * Right-to-left titles have their spine on the right. Scripts that Fraunces lacks are set in a system font, without
 * ornaments.
 */
export function drawCover(facts: CoverFacts, variant: Variant = variantOf(facts)): Drawing {
  const title = tidy(facts.title)
  const author = tidy(facts.author)
  const page = directionOf(title)
  const composition = layouts[variant.layout]({ title, author, page })
  const ornament = isLatin(title) ? variant.ornament : null
  const isMirrored = page === 'rtl'
  const lines = [...composition.lines, markOf(composition)]
  return {
    cloth: variant.cloth,
    isMirrored,
    shapes: [
      ...(ornament === 'frame' ? drawFrame(composition.frame) : []),
      ...composition.shapes,
      ...(ornament && ornament !== 'frame' ? drawOrnament(ornament, composition.room) : []),
      ...FOLD,
    ],
    lines: isMirrored ? lines.map(mirrored) : lines,
  }
}

/** "Cover made from title": alternative text for readers who can't see that. */
export const coverLabel = (title: string): string => `Cover made from title — seller gave no photo: ${title}`

const tidy = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

function markOf({ mark: { box, ink, align } }: Composition): TextLine {
  const style = { align, ink, page: 'ltr' } as const
  return place({ lines: [NO_PHOTO], size: MARK_SIZE, isCut: false }, box, style, 'mark', 1)[0]!
}

/** Mirrors a line of text. A right-to-left text that started at its left starts at its right. */
function mirrored(line: TextLine): TextLine {
  const x = COVER_WIDTH - line.x
  const box = { ...line.box, x: COVER_WIDTH - line.box.x - line.box.width }
  const anchor = line.kind === 'mark' && line.anchor === 'start' ? 'end' : line.anchor
  return { ...line, x, box, anchor }
}

export const COVER_VIEW_BOX = `0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`
/** Mirrors the shapes of a drawing. */
export const COVER_MIRROR = `matrix(-1 0 0 1 ${COVER_WIDTH} 0)`
