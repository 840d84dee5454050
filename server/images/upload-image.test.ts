import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/duration.ts'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { noFacts } from '#contract/books/book-facts.ts'
import type { NewBook } from '#contract/books/books.ts'
import type { Role } from '#contract/call.ts'
import { insertAccount } from '#server/accounts/accounts.public.ts'
import { insertBook } from '#server/books/books.sql.ts'
import { reserveUploads } from './images.public.ts'
import { addBook } from '#server/books/add-book.ts'
import { accountGuards } from '#server/accounts/account-guards.ts'
import { clubTokens } from '#server/accounts/club-token.ts'
import { answerError } from '#server/http/problem-responses.ts'
import { refuseWith } from '#contract/problems.ts'
import { serveCalls } from '#server/http/call-route.ts'
import type { Pictures, Services } from '#server/services.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { picturesOnDisk } from '#tests/kit/shop/pictures-on-disk.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'
import { imageRoutes } from './images.routes.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { removeUnusedImages } from './remove-unused-images.ts'
import { uploadImage } from './upload-image.ts'

const { db, close } = await testDatabase()
const dir = await mkdtemp(path.join(tmpdir(), 'dogear-uploads-'))
let now = new Date('2026-03-01T12:00:00Z')
const services = { db, images: picturesOnDisk(db, dir), clock: { now: () => now }, refuse: refuseWith }
afterAll(async () => {
  await close()
  await rm(dir, { recursive: true })
})

let people = 0
async function anAccount(role: Role = 'seller') {
  people += 1
  const email = `person-${people}@example.org`
  const account = { identityId: `id-${people}`, email, emailVerified: true, name: '', photoUrl: null, role }
  return (await insertAccount(db, account, now))!
}

/** A different picture for each number: its width in pixels. */
const aPicture = (number: number) =>
  sharp({ create: { width: number, height: 60, channels: 3, background: '#884422' } })
    .png()
    .toBuffer()

async function uploadsOf(ownerId: string) {
  const { rows } = await sql<{ url: string }>`SELECT url FROM images WHERE owner_id = ${ownerId}`.execute(db)
  return rows.map(({ url }) => url)
}
const isStored = async (url: string) => (await readdir(dir)).includes(url.split('/')[2]!)

describe('uploading', () => {
  test('keeps the picture and whose it is', async () => {
    const seller = await anAccount()
    const { url } = await uploadImage(services, seller.id, await aPicture(10))
    expect(url).toMatch(/^\/images\/[0-9a-f]{64}\/1200\.webp$/)
    expect(await uploadsOf(seller.id)).toEqual([url])
    expect(await isStored(url)).toBe(true)
  })

  test('the same picture, by whomever and at once, is one picture', async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    const bytes = await aPicture(20)
    const stored = await Promise.all([one, one, other, other].map(({ id }) => uploadImage(services, id, bytes)))
    expect(new Set(stored.map(({ url }) => url)).size).toBe(1)
    expect(await uploadsOf(one.id)).toEqual(await uploadsOf(other.id))
  })

  test('what is no picture leaves nothing behind', async () => {
    const seller = await anAccount()
    await expect(uploadImage(services, seller.id, Buffer.from('<svg/>'))).rejects.toMatchObject({
      code: 'image_unusable',
      invalidFields: [{ field: 'image' }],
    })
    expect(await uploadsOf(seller.id)).toEqual([])
  })

  test('the 101st picture within a day is refused, also among parallel ones; the next day it is welcome', async () => {
    const seller = await anAccount()
    await sql`INSERT INTO image_tries (owner_id, tried_at) SELECT ${seller.id}, ${now} FROM generate_series(1, 98)`.execute(
      db,
    )
    const pictures = await Promise.all([31, 32, 33, 34].map(aPicture))
    const outcomes = await Promise.allSettled(pictures.map((bytes) => uploadImage(services, seller.id, bytes)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'too_many_images' } },
      { reason: { code: 'too_many_images' } },
    ])
    expect(await uploadsOf(seller.id)).toHaveLength(2)
    now = new Date(now.getTime() + 24 * HOUR_MS)
    await expect(uploadImage(services, seller.id, pictures[3]!)).resolves.toHaveProperty('url')
  })

  test('tries that are refused count, and so does the same picture again', async () => {
    const seller = await anAccount()
    const tries = async () =>
      (await sql`SELECT 1 FROM image_tries WHERE owner_id = ${seller.id}`.execute(db)).rows.length
    const picture = await aPicture(37)
    for (const bytes of [Buffer.from('no picture'), picture, picture])
      await uploadImage(services, seller.id, bytes).catch(() => {})
    expect(await tries()).toBe(3)
    now = new Date(now.getTime() + 25 * HOUR_MS)
    await removeUnusedImages(services, isUnusedPicture)
    expect(await tries()).toBe(0)
  })

  test('more pixels at once than an account may have are refused for now, before they are unpacked', async () => {
    const seller = await anAccount()
    const asked: [string, number][] = []
    const spend = (accountId: string, pixels: number) => asked.push([accountId, pixels]) < 2
    await expect(uploadImage(services, seller.id, await aPicture(38), spend)).resolves.toHaveProperty('url')
    await expect(uploadImage(services, seller.id, await aPicture(39), spend)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    expect(asked).toEqual([
      [seller.id, 38 * 60],
      [seller.id, 39 * 60],
    ])
  })
})

describe('clearing away', () => {
  beforeEach(async () => {
    for (const table of ['images', 'payments', 'orders', 'books', 'categories'])
      await sql`DELETE FROM ${sql.table(table)}`.execute(db)
  })
  const shop: Services['shop'] = { currency: 'USD', claimSeconds: 60, addressSecret: '' }
  const aNewBook = (images: string[]): NewBook => ({
    ...noFacts,
    title: 'A book',
    author: 'Somebody',
    description: '',
    location: '',
    category: null,
    condition: null,
    originalPrice: 100,
    resalePrice: 100,
    yearOfPurchase: 2020,
    mobileNumber: '',
    images,
  })
  const later = (hours: number) => ({ ...services, clock: { now: () => new Date(now.getTime() + hours * HOUR_MS) } })

  test('an upload that nothing shows goes after a day, not before', async () => {
    const seller = await anAccount()
    const { url } = await uploadImage(services, seller.id, await aPicture(40))
    await removeUnusedImages(later(23), isUnusedPicture)
    expect([await uploadsOf(seller.id), await isStored(url)]).toEqual([[url], true])
    await removeUnusedImages(later(25), isUnusedPicture)
    expect([await uploadsOf(seller.id), await isStored(url)]).toEqual([[], false])
    await uploadImage(services, seller.id, await aPicture(40))
    expect(await isStored(url)).toBe(true)
  })

  test('a picture of two owners goes with the later one', async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    const { url } = await uploadImage(services, one.id, await aPicture(50))
    await uploadImage(later(20), other.id, await aPicture(50))
    await removeUnusedImages(later(25), isUnusedPicture)
    expect([await uploadsOf(one.id), await uploadsOf(other.id), await isStored(url)]).toEqual([[], [url], true])
    await removeUnusedImages(later(45), isUnusedPicture)
    expect([await uploadsOf(other.id), await isStored(url)]).toEqual([[], false])
  })

  test('a picture that is reserved stays for another day', async () => {
    const seller = await anAccount()
    const { url } = await uploadImage(services, seller.id, await aPicture(70))
    const uploadedAt = async () => (await sql`SELECT uploaded_at FROM images WHERE url = ${url}`.execute(db)).rows
    const before = await uploadedAt()
    expect(await reserveUploads(db, seller.id, [url], later(30).clock.now())).toBe(1)
    expect(await uploadedAt()).toEqual(before)
    await removeUnusedImages(later(53), isUnusedPicture)
    expect(await isStored(url)).toBe(true)
    await removeUnusedImages(later(55), isUnusedPicture)
    expect(await isStored(url)).toBe(false)
  })

  test('a book listed while its picture is removed is refused, not left without a picture', async () => {
    const seller = await anAccount()
    const { url } = await uploadImage(services, seller.id, await aPicture(72))
    let adding: Promise<string> | undefined
    const whileClearing = later(25)
    const images: Pictures = {
      ...services.images,
      remove: async (tx, going) => {
        adding = addBook({ ...whileClearing, shop }, { ...seller, signedInAt: 0 }, aNewBook([url]))
        await adding.catch(() => undefined)
        await services.images.remove(tx, going)
      },
    }
    await removeUnusedImages({ ...whileClearing, images }, isUnusedPicture)
    await expect(adding).rejects.toMatchObject({ code: 'invalid_input', invalidFields: [{ field: 'book_img' }] })
    expect([await uploadsOf(seller.id), await isStored(url)]).toEqual([[], false])
  })

  test('a book that comes first keeps its picture, however close clearing away follows', async () => {
    const seller = await anAccount()
    const { url } = await uploadImage(services, seller.id, await aPicture(74))
    const clearing = await db.transaction().execute(async (tx) => {
      await reserveUploads(tx, seller.id, [url], later(25).clock.now())
      const clearing = removeUnusedImages(later(25), isUnusedPicture)
      await until(async () => (await waitingForLocks(db)) > 0)
      await insertBook(tx, seller.id, aNewBook([url]), { currency: 'USD', now })
      return { clearing }
    })
    await clearing.clearing
    expect([await uploadsOf(seller.id), await isStored(url)]).toEqual([[url], true])
  })

  test('what a book, an order, an account or a category shows stays', async () => {
    const [seller, buyer] = [await anAccount(), await anAccount('buyer')]
    const [book, order, photo, category, nothing] = await Promise.all(
      [60, 61, 62, 63, 64].map(async (number) => (await uploadImage(services, seller.id, await aPicture(number))).url),
    )
    const insertBook = (images: string[]) =>
      sql<{ id: string }>`
      INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase, images)
      VALUES (${seller.id}, 'A book', 'Somebody', 100, 100, 'USD', 2020, ${images}) RETURNING id`.execute(db)
    await insertBook([category!, book!])
    const sold = await insertBook([])
    await sql`
      INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, pay_by, due_at)
      VALUES (${sold.rows[0]!.id}, ${buyer.id}, ${seller.id}, 'paid', ${JSON.stringify({ images: [order] })}, 100,
        'USD', ${now}, ${now})`.execute(db)
    await sql`UPDATE accounts SET photo_url = ${photo} WHERE id = ${buyer.id}`.execute(db)
    await sql`INSERT INTO categories (slug, image_url, description, position) VALUES ('novel-book', ${category}, '', 1)`.execute(
      db,
    )
    await removeUnusedImages(later(48), isUnusedPicture)
    expect(new Set(await uploadsOf(seller.id))).toEqual(new Set([book, order, photo, category]))
    expect(await isStored(nothing!)).toBe(false)
    expect(await isStored(photo!)).toBe(true)
  })
})

describe('POST /api/images', () => {
  const tokens = clubTokens(generateKeyPairSync('ed25519'), services.clock)
  async function aClient(role: Role) {
    const app = fastify({ bodyLimit: 256 * 1024 })
    app.decorateRequest('caller')
    app.setErrorHandler(answerError)
    await app.register(multipart, { limits: { files: 1, fields: 5, fileSize: MOST_IMAGE_BYTES } })
    const shop = {
      ...services,
      tokens,
      accounts: accountGuards({ db, tokens, site: { contact: '', publicUrl: '' } }, async () => true),
      settings: { refreshIfStale: () => null },
    } as Services
    imageRoutes(serveCalls(app, shop, { strict: true }), services)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const { id, version } = await anAccount(role)
    const token = await tokens.mint({ accountId: id, version, signedInAt: Math.floor(now.getTime() / 1000) })
    const post = async (body: FormData | string, more: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...more }
      const answer = await fetch(`${origin}/api/images`, { method: 'POST', body, headers })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    return { id, post, close: () => app.close() }
  }
  const form = (bytes: Uint8Array, field = 'image') => {
    const data = new FormData()
    data.append('note', 'aside')
    data.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'IMG_0001.png')
    return data
  }

  test('answers as the image host of the specification does', async () => {
    const client = await aClient('user')
    const { status, body } = await client.post(form(await aPicture(70)))
    expect([status, body]).toEqual([200, { success: true, data: { url: (await uploadsOf(client.id))[0] } }])
    await client.close()
  })

  test('refuses, with words, what it can’t take', async () => {
    const client = await aClient('seller')
    const noise = await sharp({
      create: { width: 2600, height: 2600, channels: 3, background: '#777', noise: { type: 'gaussian', sigma: 90 } },
    })
      .png()
      .toBuffer()
    expect(noise.length).toBeGreaterThan(MOST_IMAGE_BYTES)
    expect(await client.post(form(await aPicture(71)), { authorization: '' })).toMatchObject({ status: 401 })
    expect(await client.post(form(Buffer.from('<svg/>')))).toMatchObject({
      status: 422,
      body: { code: 'image_unusable', detail: expect.stringContaining('SVG drawing') },
    })
    expect(await client.post(form(noise))).toMatchObject({
      status: 413,
      body: { code: 'image_too_large', detail: expect.stringContaining('10 MB') },
    })
    expect(await client.post(form(await aPicture(71), 'photo'))).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', invalidFields: [{ field: 'image' }] },
    })
    expect(await client.post('no form at all')).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    })
    expect(await uploadsOf(client.id)).toEqual([])
    await client.close()
  })

  test('asks for the picture again when the form breaks off or is none', async () => {
    const client = await aClient('seller')
    const part = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG'
    for (const [broken, boundary] of [
      [part, 'edge'],
      [part.replace('image', 'photo'), 'edge'],
      [`${part}\r\n--edge--`.slice(0, -9), 'edge'],
      [`${part}\r\n--edge--\r\n`, 'another'],
      ['', 'edge'],
      ['--edge', 'edge'],
      [part, ''],
    ] as const) {
      const answer = await client.post(broken, { 'content-type': `multipart/form-data; boundary=${boundary}` })
      expect({ broken, boundary, ...answer }).toMatchObject({
        status: 422,
        body: { code: 'invalid_input', invalidFields: [{ field: 'image' }] },
      })
    }
    await client.close()
  })
})
