import * as z from 'zod/mini'
import { acknowledged, defineCall, deleted, id, inserted } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { optionalLine, requiredLine, requiredText } from '#contract/text.ts'

const MOST_NAME_CHARACTERS = 40
const MOST_DESCRIPTION_CHARACTERS = 500

/** A category's address, made of its name: "Art & Design" is `art-design`. */
export const categorySlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const name = requiredLine(MOST_NAME_CHARACTERS, 'Please fill in the name').check(
  z.refine((text) => categorySlug(text) !== '', { error: 'Please use letters or digits' }),
)

/** What an admin writes of a category. `imageUrl` is empty, or the address of a picture that was uploaded here. */
export const categoryFacts = z.object({
  name,
  description: requiredText(MOST_DESCRIPTION_CHARACTERS, 'Please fill in the description'),
  imageUrl: optionalLine(500),
})
export type CategoryFacts = z.output<typeof categoryFacts>

export const addCategory = defineCall({
  method: 'POST',
  path: '/books-categories',
  topics: ['categories', 'audit-log'],
  access: ['admin'],
  summary: 'A new category, last in the list; its address is made of its name',
  body: categoryFacts,
  example: { name: 'Art', description: 'Drawn and painted', imageUrl: '' },
  answer: inserted,
  refusals: ['category_exists'],
})

/** `id`: under which the books are, or will be; `left`: how many have yet to be moved there. */
const moved = z.extend(acknowledged, { id, left: z.int() })

export const editCategory = defineCall({
  method: 'PATCH',
  path: '/books-categories/:id',
  topics: ['categories', 'audit-log'],
  access: ['admin'],
  summary: 'Changes a category. With another name it has another address, and the former one leads there',
  body: categoryFacts,
  example: { name: 'Art', description: 'Drawn and painted', imageUrl: '' },
  answer: moved,
  refusals: ['not_found', 'category_exists', 'category_moving'],
})

export const mergeCategory = defineCall({
  method: 'POST',
  path: '/books-categories/:id/merge',
  topics: ['categories', 'books', 'audit-log'],
  access: ['admin'],
  summary: 'Gives all books of a category to another one, then removes it; its address leads to the other',
  body: z.object({ into: id }),
  example: { into: exampleIds.category },
  answer: moved,
  refusals: ['not_found', 'category_moving'],
})

export const placeCategory = defineCall({
  method: 'PUT',
  path: '/books-categories/:id/place',
  topics: ['categories', 'audit-log'],
  access: ['admin'],
  summary: 'Puts a category one place earlier or later in the list',
  body: z.object({ place: z.enum(['earlier', 'later'], { error: 'place is "earlier" or "later"' }) }),
  example: { place: 'earlier' },
  refusals: ['not_found'],
})

export const removeCategory = defineCall({
  method: 'DELETE',
  path: '/books-categories/:id',
  topics: ['categories', 'audit-log'],
  access: ['admin'],
  summary: 'Removes a category that no book was ever listed in, or has been moved out of',
  answer: deleted,
  refusals: ['not_found', 'category_in_use', 'category_moving'],
})
