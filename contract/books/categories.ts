import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { renamed } from '#contract/codecs.ts'

/** A category of books. `unsoldCount`: copies for sale on it right now. */
export const category = renamed(
  z.object({
    _id: z.uuid(),
    categories_name: z.string(),
    img: z.string(),
    desc: z.string(),
    unsoldCount: z.int(),
  }),
  { _id: 'id', categories_name: 'slug', img: 'imageUrl', desc: 'description' },
)
export type Category = z.output<typeof category>

export const listCategories = defineCall({
  method: 'GET',
  path: '/books-categories',
  topics: ['categories'],
  access: 'anyone',
  summary: 'All categories, with the number of unsold books in each',
  answer: z.array(category),
})
