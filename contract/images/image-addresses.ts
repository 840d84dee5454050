/** The widths of each stored picture, in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1200] as const
const IMAGE_FORMATS = ['webp', 'avif'] as const
/** Below this address the shop serves its own pictures. */
export const IMAGES_BASE = '/images'

/** The file whose address is the picture's. */
export const LARGEST_FILE = '1200.webp'
const ADDRESS = new RegExp(
  `^(.*)${IMAGES_BASE}/([0-9a-f]{32,64})/((?:${IMAGE_WIDTHS.join('|')})\\.(?:${IMAGE_FORMATS.join('|')}))$`,
)

/** The address of one file of a picture; null for whatever else. */
function readAddress(address: string): { origin: string; hash: string; file: string } | null {
  const [, origin, hash, file] = ADDRESS.exec(address) ?? []
  return origin !== undefined && hash && file ? { origin, hash, file } : null
}

/** What a picture is called, by its content's hash; relative to the shop. Null for what is no hash. */
export function imageAddress(hash: string): string | null {
  const address = `${IMAGES_BASE}/${hash}/${LARGEST_FILE}`
  return imageHash(address) === null ? null : address
}

/** The hash in a picture's address; null for a picture that lies elsewhere. */
export function imageHash(address: string): string | null {
  const found = readAddress(address)
  return found?.origin === '' && found.file === LARGEST_FILE ? found.hash : null
}

/** The hash and file name in the address of any file of a picture of the shop's; null for whatever else. */
export function imageFile(address: string): { hash: string; file: string } | null {
  const found = readAddress(address)
  return found?.origin === '' ? found : null
}

/** Whether a path of the shop is that of one file of a picture. */
export const isImageFile = (path: string): boolean => imageFile(path) !== null

/** The smaller siblings of a picture of ours, for srcset; null for a picture that lies elsewhere. */
export function imageSources(url: string): { avif: string; webp: string } | null {
  const found = readAddress(url)
  if (found?.file !== LARGEST_FILE) return null
  const folder = url.slice(0, -LARGEST_FILE.length)
  const sources = (format: string) => IMAGE_WIDTHS.map((width) => `${folder}${width}.${format} ${width}w`).join(', ')
  return { avif: sources('avif'), webp: sources('webp') }
}
