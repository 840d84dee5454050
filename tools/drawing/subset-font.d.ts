/** What we use of it; the package brings no types. */
declare module 'subset-font' {
  /** Keeps the characters of `text`; an axis named by a number is fixed there, one by a range is cut down to it. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'sfnt'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
