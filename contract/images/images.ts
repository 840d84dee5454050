import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { DAY_MS } from '#contract/duration.ts'

/** Pictures of one book. */
export const MOST_BOOK_IMAGES = 8
/** What one account may upload within 24 hours, whatever becomes of it. */
export const MOST_UPLOADS_A_DAY = 100
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024
/** How long an unused upload stays. */
export const UNUSED_IMAGE_MS = DAY_MS

/** Multipart with one field `image`: JPEG, PNG or WebP, 10 MB, 40 megapixels and 16,384 pixels a side at most. */
export const uploadImage = defineCall({
  method: 'POST',
  path: '/images',
  access: 'member',
  summary:
    'Uploads a picture (multipart field image): JPEG, PNG or WebP, at most 10 MB, 40 megapixels and 16,384 pixels a side',
  file: 'image',
  answer: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
  limit: { ofAccountADay: MOST_UPLOADS_A_DAY },
  refusals: ['invalid_input', 'image_too_large', 'image_unusable', 'too_many_images', 'unsupported_media_type'],
})
