import { barsOf } from './bars-of.ts'

interface BarsProps {
  values: readonly (number | null)[]
  /** Text alternative. */
  label: string
  /** Height of the plot. */
  className: string
}

/** Bar chart; its last bar, the running period, is paler. Labels are HTML beside it, so that text keeps its size. */
export function Bars({ values, label, className }: BarsProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={`block w-full border-b border-b-ink forced-colors:[&_rect]:fill-[CanvasText] ${className}`}
    >
      {barsOf(values).map(
        (bar, place) =>
          bar && (
            <rect
              key={bar.x}
              x={bar.x}
              y={100 - bar.height}
              width={bar.width}
              height={bar.height}
              className={place === values.length - 1 ? 'fill-edge' : 'fill-link'}
            />
          ),
      )}
    </svg>
  )
}
