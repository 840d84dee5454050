/**
 * The port of a picture store. Pictures arrive checked, re-encoded and free of metadata (see server/images), so a host
 * only stores and serves bytes.
 */
export interface ImageHost {
  /** Stores a picture in all its sizes; returns the public URL of the largest. Same bytes, same URL. */
  store(picture: EncodedPicture): Promise<{ url: string }>
  /** A picture stored here before, as JPEG, PNG or WebP in a large size; null for an unknown URL. */
  read(url: string): Promise<Uint8Array | null>
  /** Forgets a picture stored before; unknown URLs are no error. */
  remove(url: string): Promise<void>
}

export interface EncodedPicture {
  /** Content hash in lower-case hex: names the picture for good, so its URLs can be cached for ever. */
  hash: string
  /** Variants from the smallest to the largest width, one for each width and format. */
  variants: { width: number; format: 'webp' | 'avif'; bytes: Uint8Array }[]
}
