import type { BrowserOrigins } from './browser-origins.ts'

/**
 * The port of a picture host. Pictures arrive checked, re-encoded and free of metadata (see server/images), so a host
 * only stores and serves bytes. Its addresses stay behind the shop's own, which name a picture for good.
 */
export interface ImageHost extends ImageSource {
  /** Stores a picture in the sizes that this host has. Each call may take another place. */
  store(picture: EncodedPicture): Promise<StoredPicture>
}

/** What can be done with pictures of a host that takes no more: its key may be gone from the settings. */
export interface ImageSource {
  /** Written beside each picture's address; names the host, its account or bucket as well. */
  id: string
  /** How people call it. */
  name: string
  /** `one`: the largest alone, without smaller ones to choose from. */
  sizes: 'all' | 'one'
  /** One file of a stored picture, such as 1200.webp, in a form that can be decoded; null where there is none. */
  read(place: PicturePlace, file: string): Promise<Uint8Array | null>
  /** Deletes a picture; unknown ones are no error. Null: only a person can, by the address that `store` returned. */
  remove: ((place: PicturePlace) => Promise<void>) | null
  /** Where browsers get a file from. Null: from the shop. */
  publicAddress: ((place: PicturePlace, file: string) => string) | null
  /** What browsers must be allowed to load for it. */
  origins: BrowserOrigins
}

/** A picture at a host. */
export interface PicturePlace {
  hash: string
  /** The host's own name for it. */
  address: string
}

export interface StoredPicture {
  address: string
  /** Secret address at which a person deletes it. Null where the shop deletes it. */
  removal: string | null
}

export interface EncodedPicture {
  /** Content hash in lower-case hex: names the picture for good, so its URLs can be cached for ever. */
  hash: string
  /** Variants from the smallest to the largest width, one for each width and format. */
  variants: { width: number; format: 'webp' | 'avif'; bytes: Uint8Array }[]
}
