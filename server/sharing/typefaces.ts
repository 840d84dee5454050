import { openTypeface } from './typeface.ts'

const fraunces = ['latin', 'latin-ext', 'vietnamese'].map(
  (subset) => `@fontsource-variable/fraunces/files/fraunces-${subset}-opsz-normal.woff2`,
)
const instrument = ['latin', 'latin-ext'].map(
  (subset) => `@fontsource-variable/instrument-sans/files/instrument-sans-${subset}-wght-normal.woff2`,
)

/** The letters of covers: optical size 48 and weight 600, as client/look/covers.css sets them. */
export const openFraunces = () => openTypeface(fraunces, [48, 600])
/** The letters of small print. */
export const openInstrument = () => openTypeface(instrument, [600])
