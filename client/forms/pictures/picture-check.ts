import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'

/** MIME types for the file input's `accept`. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** Client-side validation of a chosen picture; null when it may be uploaded. */
export function pictureRefusal(file: { type: string; size: number }): string | null {
  if (/^image\/hei[cf]/.test(file.type) || file.type.startsWith('video/'))
    return 'We can’t read HEIC photos or videos. Please use a JPEG.'
  if (!PICTURE_TYPES.includes(file.type)) return 'Please choose a JPEG, PNG or WebP picture.'
  if (file.size === 0) return 'This file is empty. Please choose another picture.'
  if (file.size > MOST_IMAGE_BYTES) {
    return `This picture is ${megabytes(file.size)}. The limit is ${MOST_IMAGE_BYTES / MEGABYTE} MB.`
  }
  return null
}

const MEGABYTE = 1024 * 1024

// Rounded up, so that no file is refused for being "10.0 MB".
const megabytes = (bytes: number) => `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`
