import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount, aPictureOf, productBody } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { findLaterSlug } from '#server/categories/categories.public.ts'
import { moveBooks } from './move-books.ts'

const server = await startTestServer()
const { services, send, database } = server
const { db } = database
const admin = await anAccount(services, 'admin')
const seller = await anAccount(services, 'seller')

interface Shown {
  _id: string
  categories_name: string
  desc: string
  unsoldCount: number
}
const list = async (): Promise<Shown[]> => (await send('GET', '/api/books-categories')).json
const slugs = async () => (await list()).map(({ categories_name }) => categories_name)
const facts = (name: string, description = 'Some words about it', imageUrl = '') => ({ name, description, imageUrl })
const make = async (name: string): Promise<string> =>
  (await send('POST', '/api/books-categories', { token: admin.token, body: facts(name) })).json.insertedId
const edit = (id: string, body: object) => send('PATCH', `/api/books-categories/${id}`, { token: admin.token, body })
const merge = (id: string, into: string) =>
  send('POST', `/api/books-categories/${id}/merge`, { token: admin.token, body: { into } })
const remove = (id: string) => send('DELETE', `/api/books-categories/${id}`, { token: admin.token })
const place = (id: string, where: string) =>
  send('PUT', `/api/books-categories/${id}/place`, { token: admin.token, body: { place: where } })
const categoryOf = async (book: string) => (await send('GET', `/api/advertise/${book}`)).json.category_name
const later = (slug: string) => findLaterSlug(db, slug)
const addBook = (slug: string) => aBook(services, seller, { category: slug })

test('a new one is last, at the address that its name makes; the name is there once', async () => {
  const id = await make('Art & Dessins d’été')
  expect((await list()).at(-1)).toMatchObject({ _id: id, categories_name: 'art-dessins-d-été', unsoldCount: 0 })
  const again = await send('POST', '/api/books-categories', { token: admin.token, body: facts('art dessins: d été') })
  expect(problemOf(again)).toMatchObject({ status: 409, code: 'category_exists' })
})

test('words are changed in place; a picture has to be the admin’s own upload', async () => {
  const id = await make('Maps')
  expect((await edit(id, facts('Maps', 'Of towns and seas'))).json).toEqual({ acknowledged: true, id, left: 0 })
  expect((await list()).find(({ _id }) => _id === id)?.desc).toBe('Of towns and seas')
  const foreign = await edit(id, facts('Maps', 'x', '/images/foreign/1200.webp'))
  expect(foreign).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'imageUrl' }] } })
  const own = await aPictureOf(services, admin)
  expect((await edit(id, facts('Maps', 'x', own))).status).toBe(200)
  expect((await edit(id, facts('Maps', 'y', own))).status).toBe(200)
})

test('renamed: all its books are under the new name, sold and deleted ones too, and the old address leads there', async () => {
  const id = await make('Poems')
  const [unsold, deleted] = [await addBook('poems'), await addBook('poems')]
  const { book: reserved } = await anOrder(server, { seller })
  await sql`UPDATE books SET category = 'poems' WHERE id = ${reserved}`.execute(db)
  await send('DELETE', `/api/my-books/${deleted}`, { token: seller.token })
  const before = await slugs()

  const { status, json } = await edit(id, facts('Poetry'))
  expect({ status, left: json.left }).toEqual({ status: 200, left: 0 })
  expect(json.id).not.toBe(id)
  expect(await slugs()).toEqual(before.map((slug) => (slug === 'poems' ? 'poetry' : slug)))
  expect((await list()).find(({ _id }) => _id === json.id)?.unsoldCount).toBe(1)
  for (const book of [unsold, reserved]) expect(await categoryOf(book)).toBe('poetry')
  await send('POST', `/api/my-books/${deleted}/restore`, { token: seller.token })
  expect(await categoryOf(deleted)).toBe('poetry')
  expect((await edit(id, facts('Poetry'))).status).toBe(404)
})

test('former addresses of categories redirect, until their name is taken again', async () => {
  const first = await make('Old Name')
  const second = (await edit(first, facts('Newer Name'))).json.id as string
  const third = (await edit(second, facts('Newest Name'))).json.id as string
  const target = await make('Where All Goes')
  await merge(third, target)
  for (const old of ['old-name', 'newer-name', 'newest-name']) expect(await later(old)).toBe('where-all-goes')
  await make('Old Name')
  expect(await later('old-name')).toBeNull()
  expect(await later('never-there')).toBeNull()
})

test('merged: nothing of it is left but its books, which are in the other one', async () => {
  const [from, into] = [await make('Comics'), await make('Graphic Novels')]
  const book = await addBook('comics')
  expect((await merge(from, into)).json).toEqual({ acknowledged: true, id: into, left: 0 })
  expect(await categoryOf(book)).toBe('graphic-novels')
  expect(await slugs()).not.toContain('comics')
  expect((await merge(from, into)).status).toBe(404)
  for (const wrong of [into, crypto.randomUUID()])
    expect(await merge(into, wrong)).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'into' }] } })
})

test('more books than an admin waits for are moved by the job, and can be seen and listed meanwhile', async () => {
  const [from, into] = [await make('Huge'), await make('Huge Too')]
  await sql`INSERT INTO books (seller_id, title, author, category, original_price, resale_price, currency, year_of_purchase)
    SELECT ${seller.id}, 'One of many', 'A', 'huge', 100, 100, 'USD', 2020 FROM generate_series(1, 2500)`.execute(db)
  await sql`UPDATE categories SET moving_to = ${into} WHERE id = ${from}`.execute(db)
  await moveBooks(services, from, 1)
  const counts = async () =>
    (await list()).flatMap(({ categories_name: slug, unsoldCount }) =>
      slug.startsWith('huge') ? [[slug, unsoldCount]] : [],
    )
  expect(await counts()).toEqual([
    ['huge', 1500],
    ['huge-too', 1000],
  ])
  const moving = { status: 409, code: 'category_moving' }
  expect(problemOf(await merge(into, from))).toMatchObject(moving)
  expect(problemOf(await edit(from, facts('Else')))).toMatchObject(moving)
  expect(problemOf(await remove(from))).toMatchObject(moving)
  const listed = await addBook('huge')
  await Promise.all([moveBooks(services, from, Infinity), moveBooks(services, from, Infinity)])
  await moveBooks(services, from, Infinity)
  expect(await counts()).toEqual([['huge-too', 2501]])
  expect(await categoryOf(listed)).toBe('huge-too')
})

test('while books are listed and edited there, none is lost and none is in no category', async () => {
  const [from, into] = [await make('Busy'), await make('Quiet')]
  const sellers = await Promise.all(Array.from({ length: 4 }, () => anAccount(services, 'seller')))
  const picture = '/images/busy/1200.webp'
  const body = { ...productBody, book_img: picture, category_name: 'busy' }
  for (const { id } of sellers) await sql`INSERT INTO images (url, owner_id) VALUES (${picture}, ${id})`.execute(db)
  const answers = await Promise.all([
    ...sellers.flatMap(({ token }) =>
      Array.from({ length: 5 }, () => send('POST', '/api/add-product', { token, body })),
    ),
    merge(from, into),
  ])
  await moveBooks(services, from, Infinity)
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  const made = answers.filter(({ json }) => json.insertedId !== undefined)
  for (const { json } of made) expect(await categoryOf(json.insertedId)).toBe('quiet')
})

test('goes only where it never had a book', async () => {
  const [empty, used] = [await make('Empty'), await make('Used')]
  const book = await addBook('used')
  await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
  expect((await remove(empty)).json).toEqual({ acknowledged: true, deletedCount: 1 })
  expect((await remove(empty)).status).toBe(404)
  expect(problemOf(await remove(used))).toMatchObject({ status: 409, code: 'category_in_use' })
})

test('is put one place earlier or later, and stays at the ends', async () => {
  const before = await list()
  const [first, second] = [before[0]!, before[1]!]
  await place(second._id, 'earlier')
  expect((await slugs()).slice(0, 2)).toEqual([second.categories_name, first.categories_name])
  await place(second._id, 'earlier')
  await place(before.at(-1)!._id, 'later')
  expect(await slugs()).toEqual([
    second.categories_name,
    first.categories_name,
    ...before.slice(2).map(({ categories_name }) => categories_name),
  ])
})
