export const IMAGE_WIDTHS = [320, 640, 1200] as const

const OWN_IMAGE = /^(.*\/images\/[0-9a-f]{32,64})\/1200\.webp$/

/** The smaller siblings of a picture of ours, for srcset; null for a picture that lies elsewhere. */
export function imageSources(url: string): { avif: string; webp: string } | null {
  const folder = OWN_IMAGE.exec(url)?.[1]
  if (!folder) return null
  const sources = (format: string) => IMAGE_WIDTHS.map((width) => `${folder}/${width}.${format} ${width}w`).join(', ')
  return { avif: sources('avif'), webp: sources('webp') }
}
