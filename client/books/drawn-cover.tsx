import { COVER_MIRROR, COVER_VIEW_BOX, coverLabel, drawCover } from '#cover/draw-cover.ts'
import type { Ink, Shape, TextLine } from '#cover/drawing.ts'
import type { CoverFacts } from '#cover/variant.ts'

/** Generated cover from title and author, marked as such. Server and browser render the same marks. */
export function DrawnCover({ book }: { book: CoverFacts }) {
  const { cloth, isMirrored, shapes, lines } = drawCover(book)
  return (
    <div className={`cover cloth-${cloth} aspect-2/3 w-full overflow-hidden`}>
      <svg viewBox={COVER_VIEW_BOX} role="img" aria-label={coverLabel(book.title)}>
        <g transform={isMirrored ? COVER_MIRROR : undefined}>
          {shapes.map((shape) => (
            <CoverShape key={shape.d} shape={shape} />
          ))}
        </g>
        {lines.map((line) => (
          <CoverLine key={line.y} line={line} />
        ))}
      </svg>
    </div>
  )
}

const inkClass: Record<Ink, string | undefined> = { foil: undefined, cloth: 'in-cloth', shade: 'in-shade' }

function CoverShape({ shape: { d, ink, stroke, at } }: { shape: Shape }) {
  const transform = at && `translate(${at.x} ${at.y}) scale(${at.scale})`
  return <path d={d} className={inkClass[ink]} strokeWidth={stroke} transform={transform} />
}

function CoverLine({ line: { text, kind, ink, x, y, size, anchor, direction } }: { line: TextLine }) {
  const classes = [inkClass[ink], kind === 'mark' && 'cover-mark'].filter(Boolean).join(' ') || undefined
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      textAnchor={anchor === 'start' ? undefined : anchor}
      direction={direction === 'rtl' ? 'rtl' : undefined}
      className={classes}
    >
      {text}
    </text>
  )
}
