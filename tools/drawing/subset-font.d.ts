/** Declares what we use; the package brings no types. */
declare module 'subset-font' {
  /**
   * Reduces a font to the characters of `text`; an axis given as a number is fixed, one given as a range is narrowed.
   */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'sfnt'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
