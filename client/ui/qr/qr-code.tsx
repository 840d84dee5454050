import encodeQR from 'qr'

/** Quiet zone of the standard, in modules. */
const QUIET_ZONE = 4

/** QR code of an address. Import it lazily: it brings its encoder along. */
export default function QrCode({ address, label }: { address: string; label: string }) {
  const rows = encodeQR(address, 'raw', { border: QUIET_ZONE })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    // Dark on light in either theme: many readers can't scan inverted codes.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-44 [shape-rendering:crispEdges]"
    >
      <path d={`M0 0h${rows.length}v${rows.length}H0z`} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
