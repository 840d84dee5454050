import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** A category of books. `unsoldCount`: copies for sale on it right now. */
export interface Category {
  id: string
  slug: string
  imageUrl: string
  description: string
  unsoldCount: number
}

const categoryOnTheWire = z.object({
  _id: z.uuid(),
  categories_name: z.string(),
  img: z.string(),
  desc: z.string(),
  count: z.int(),
})

/** Wire ↔ Category. */
export const category = z.codec(categoryOnTheWire, z.custom<Category>(), {
  decode: (wire) => ({
    id: wire._id,
    slug: wire.categories_name,
    imageUrl: wire.img,
    description: wire.desc,
    unsoldCount: wire.count,
  }),
  encode: (category) => ({
    _id: category.id,
    categories_name: category.slug,
    img: category.imageUrl,
    desc: category.description,
    count: category.unsoldCount,
  }),
})

export const listCategories = defineCall({
  method: 'GET',
  path: '/books-categories',
  topics: ['categories'],
  access: 'anyone',
  summary: 'All categories, with the number of unsold books in each',
  answer: z.array(category),
})
