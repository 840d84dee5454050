/** Declares what we use; the package brings no types. */
declare module 'subset-font' {
  /**
   * Reduces a font to the characters of `text`, or keeps all glyphs; an axis given as a number is fixed, one given as a
   * range is narrowed.
   */
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      targetFormat: 'woff2' | 'woff' | 'sfnt'
      variationAxes?: Record<string, number | { min: number; max: number }>
      keepAllGlyphs?: boolean
      /** OpenType features to keep; all by default. */
      keepFeatures?: string[]
      noHinting?: boolean
    },
  ): Promise<Uint8Array>
}
