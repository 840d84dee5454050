import * as z from 'zod/mini'

/** As much of a book as a row with its cover shows. */
export const shownBook = z.object({
  id: z.uuid(),
  title: z.string(),
  author: z.string(),
  /** The cover's URL, if there is a photo. */
  images: z.array(z.string()),
})
export type ShownBook = z.output<typeof shownBook>
