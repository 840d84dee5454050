import { integer, orNull, text, uuid } from '#server/database/columns.ts'

/** What of a category everybody sees. */
export const shownCategoryColumns = {
  id: uuid('id'),
  slug: text('slug'),
  imageUrl: text('image_url'),
  description: text('description'),
}

/** A category's columns. */
export const categoryColumns = {
  ...shownCategoryColumns,
  position: integer('position'),
  /** Which one its books are on their way to; null while they stay. */
  movingTo: orNull(uuid('moving_to')),
}
