import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EXPORT_LINK_MINUTES } from '#contract/accounts/exports.ts'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { endTokens, findAccountById } from '#server/accounts/accounts.public.ts'
import { beginImport } from '#server/books/import/import-books.ts'
import { addFavourite } from '#server/favourites/keep-favourite.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { sweep } from '#server/orders/sweep.ts'
import { makeReport } from '#server/reports/make-report.ts'
import { saveSearch } from '#server/wants/save-search.ts'
import { aBook, anAccount, freshToken, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { rendered, writtenMail } from '#tests/kit/booked-mails.ts'
import { anOrder, anOrderPaidAtTheProvider, aPaidOrder } from '#tests/kit/paying.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { aTalk, write } from '#tests/kit/talking.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { unzip } from '#tests/kit/unzip.ts'
import { askForExport, getExport } from './ask-for-export.ts'
import { exportReadyMail } from './export-mails.ts'
import { MOST_KEPT_BYTES } from './exports.rules.ts'
import { makeExport } from './make-export.ts'
import { removeExports } from './remove-exports.ts'

const server = await startTestServer()
const { services, send, clock } = server

const stateOf = async (account: TestAccount) => (await getExport(services, account)).export
const ask = (account: TestAccount) => askForExport(services, account)
const jobs = async (task: string) =>
  (
    await sql<{ payload: { exportId: string } }>`
      SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = ${task} ORDER BY j.id`.execute(services.db)
  ).rows.map(({ payload }) => payload)
/** The latest export of an account. */
const exportOf = async ({ id }: TestAccount) =>
  (await sql<{ id: string }>`SELECT id FROM exports WHERE account_id = ${id}`.execute(services.db)).rows[0]!.id

async function made(account: TestAccount): Promise<string> {
  await ask(account)
  const id = await exportOf(account)
  await makeExport(services, id)
  return id
}

async function addressOf({ token }: TestAccount): Promise<string> {
  const opened = await send('POST', '/api/account/export/open', { token })
  expect(opened.status).toBe(200)
  return opened.json.address
}

async function download(account: TestAccount) {
  const response = await fetch(server.origin + (await addressOf(account)))
  const zip = Buffer.from(await response.arrayBuffer())
  const files = unzip(zip)
  const json = (name: string) => JSON.parse(files[`${name}.json`]!.toString())
  const csv = (name: string) => files[`${name}.csv`]!.toString()
  return { response, zip, files, json, csv }
}

describe('everything of a seller', () => {
  test('is in one zip: data as JSON and CSV, and the pictures', async () => {
    // A member who lists and buys.
    const [seller, buyer] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer', { name: 'Ben' })]
    const { url } = await uploadImage(services, seller.id, await aPicture())
    const book = await aBook(services, seller, { title: '=1+1', images: [url], mobileNumber: '+49 170 1234567' })
    const sold = await anOrder(server, { seller, buyer })
    const talk = await aTalk(server, { seller, asker: buyer, book })
    await write(server, seller, talk.id, '@home it is.')
    const other = await aBook(services, await anAccount(services, 'seller'), { title: 'Another’s' })
    const bought = await anOrder(server, { buyer: { ...seller }, book: other })
    await addFavourite(services, seller.id, other)
    await saveSearch(services, seller.id, { search: 'q=sea', name: 'The sea', often: 'daily' })
    await beginImport(services, { sellerId: seller.id, fileName: 'attic.csv' })
    await makeReport(services, seller, { kind: 'book', target: other, reason: 'other', words: 'Look at it.' })
    await made(seller)

    const { response, zip, files, json, csv } = await download(seller)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/)
    expect([response.headers.get('cache-control'), response.headers.get('content-length')]).toEqual([
      'no-store',
      String(zip.length),
    ])
    expect((await stateOf(seller))!.ready!.bytes).toBe(zip.length)
    expect(json('account')).toMatchObject({ email: seller.email, emailsTurnedOff: [] })
    const picture = Object.keys(files).find((name) => name.startsWith('pictures/'))
    expect(files[picture!]!.subarray(0, 4).toString()).toBe('RIFF')
    const listing = json('listings').find(({ id }: { id: string }) => id === book)
    expect(listing).toMatchObject({ title: '=1+1', resalePrice: '12.50', pictures: [picture] })
    expect(csv('listings')).toContain(`"'=1+1"`)
    expect(json('imports')).toMatchObject([{ fileName: 'attic.csv', inserted: 0 }])
    const orders = json('orders')
    expect(orders.map(({ id }: { id: string }) => id).toSorted()).toEqual([sold.id, bought.id].toSorted())
    expect(orders.find(({ id }: { id: string }) => id === sold.id)).toMatchObject({
      side: 'seller',
      timeline: [{ transition: 'buyer_claims' }],
    })
    expect(json('messages').map(({ from }: { from: string }) => from)).toEqual(['you', 'Ben'])
    expect(csv('messages')).toContain(`"'@home it is."`)
    expect(json('reports')).toMatchObject([{ words: 'Look at it.', title: 'Another’s' }])
    expect(json('favourites')).toMatchObject([{ id: other }])
    expect(json('saved-searches')).toMatchObject([{ name: 'The sea', search: 'q=sea' }])
    expect(csv('orders').split('\r\n')).toHaveLength(4)
    // Unpaid: the two sides don't see each other's contact yet.
    const [secret] = [await findAccountById(services.db, bought.seller.id)]
    for (const text of Object.entries(files).flatMap(([name, file]) => (name.endsWith('p') ? [] : [file.toString()])))
      expect(text).not.toContain(secret!.email)
  })

  test('has where its owner is signed in, and what admins did, but not which of them', async () => {
    const owner = await aProvenAccount(server, 'buyer')
    const { token } = await anAccount(services, 'admin', { name: 'Club admin' })
    const act = (path: string, body = {}) => send('POST', `/api/accounts/${owner.id}${path}`, { token, body })
    expect((await act('/suspend', { days: '7', reason: 'rules', note: '' })).status).toBe(200)
    clock.advance(1)
    expect((await act('/restore')).status).toBe(200)
    await made(owner)
    const { version } = (await findAccountById(services.db, owner.id))!
    const { json } = await download({ ...owner, token: await freshToken(services, owner.id, version) })
    expect(json('sign-ins')).toEqual([
      {
        signedInAt: expect.any(String),
        userAgent: '',
        clientAddress: expect.stringMatching(/127|::1/),
      },
    ])
    expect(json('passkeys')).toEqual([{ isOn: false, passkeys: [] }])
    const acts = json('acts-of-the-club')
    expect(acts).toMatchObject([{ kind: 'account_restored' }, { kind: 'account_suspended', reason: 'rules', days: 7 }])
    expect(JSON.stringify(acts)).not.toContain('Club admin')
  })

  test('says when an order was paid, also after a refund', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    const { token } = order.buyer
    clock.advance(60)
    await send('PUT', `/api/makeorderpaid/${order.id}`, { token, body: { isPaid: true } })
    const paid = clock.now().toISOString()
    clock.advance(60)
    await send('POST', `/api/orders/${order.id}/refund`, { token: order.seller.token, body: { reason: 'not_met' } })
    await made(order.buyer)
    expect((await download(order.buyer)).csv('orders')).toContain(`,"${paid}",`)
  })

  test('has the lines of the statement as the site shows them', async () => {
    const order = await aPaidOrder(server)
    const { token } = order.buyer
    await send('POST', `/api/my-orders/${order.id}/received`, { token })
    clock.advance(48 * 3600)
    await sweep(services)
    const seller = { ...order.seller, token: await freshToken(services, order.seller.id) }
    await made(seller)
    const [shown] = (await send('GET', '/api/my-statement', { token: seller.token })).json as object[]
    const { json } = await download({ ...seller, token: await freshToken(services, seller.id) })
    expect(json('statement')).toEqual([{ ...shown, amount: '12.50', currency: 'USD' }])
  })

  test('comes page by page, however much it is', async () => {
    const seller = await anAccount(services, 'seller')
    for (let turn = 0; turn < 203; turn += 1) await aBook(services, seller, { title: `Volume ${turn}` })
    await made(seller)
    const { json, csv } = await download(seller)
    expect(new Set(json('listings').map(({ id }: { id: string }) => id)).size).toBe(203)
    expect(csv('listings').split('\r\n')).toHaveLength(205)
  })
})

describe('asking for it', () => {
  test('twice makes one; later, a new one in its place', async () => {
    const account = await anAccount(services, 'buyer')
    expect(await stateOf(account)).toBeNull()
    await Promise.all([ask(account), ask(account)])
    const first = await exportOf(account)
    expect((await jobs('make_export')).filter(({ exportId }) => exportId === first)).toHaveLength(1)
    expect(await stateOf(account)).toMatchObject({ total: 0, ready: null })
    await makeExport(services, first)
    await makeExport(services, first)
    await ask(account)
    expect([await exportOf(account), (await stateOf(account))!.ready!.mayAskAgain]).toEqual([first, false])
    clock.advance(3600)
    expect((await stateOf(account))!.ready!.mayAskAgain).toBe(true)
    await ask(account)
    expect(await exportOf(account)).not.toBe(first)
    await removeExports(services)
    expect(await services.archives.read(first)).toBeNull()
  })

  test('one at a time is made in a process; another one comes again', async () => {
    const [one, two] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
    await ask(one)
    await ask(two)
    const [first, second] = [await exportOf(one), await exportOf(two)]
    await Promise.all([makeExport(services, first), makeExport(services, second)])
    expect([(await stateOf(one))!.ready !== null, (await stateOf(two))!.ready]).toEqual([true, null])
    expect((await jobs('make_export')).filter(({ exportId }) => exportId === second)).toHaveLength(2)
  })

  test('waits for room where the shop keeps as many files as it may', async () => {
    const GIB = 1024 ** 3
    const finishedOne = await anAccount(services, 'buyer')
    const waiting = await anAccount(services, 'buyer')
    const late = await anAccount(services, 'buyer')
    await made(finishedOne)
    await ask(waiting)
    const setKept = (bytes: number) =>
      sql`UPDATE exports SET bytes = ${bytes} WHERE account_id = ${finishedOne.id}`.execute(services.db)
    await setKept(MOST_KEPT_BYTES - GIB)
    const exportId = await exportOf(waiting)
    await makeExport(services, exportId)
    expect((await stateOf(waiting))!.ready).toBeNull()
    expect((await jobs('make_export')).filter((job) => job.exportId === exportId)).toHaveLength(2)
    // A finished export has nothing to wait for.
    const finished = await exportOf(finishedOne)
    const before = await jobs('make_export')
    await makeExport(services, finished)
    expect(await jobs('make_export')).toHaveLength(before.length)
    const refused = await send('POST', '/api/account/export', { token: late.token })
    expect(problemOf(refused)).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('three days') })
    expect(await stateOf(late)).toBeNull()
    await setKept(GIB)
    await makeExport(services, exportId)
    expect((await stateOf(waiting))!.ready).not.toBeNull()
    await ask(late)
  })

  test('is announced once, by an email that links to the screen', async () => {
    const account = await anAccount(services, 'buyer')
    const exportId = await made(account)
    const booked = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs
      WHERE payload::jsonb @> ${JSON.stringify({ name: 'export_ready', params: { exportId } })}::jsonb`.execute(
      services.db,
    )
    expect(booked.rows).toEqual([{ n: 1 }])
    const mail = await writtenMail({ services }, exportReadyMail, { exportId })
    expect(mail).toMatchObject({ to: { address: account.email } })
    const { text } = rendered(mail!)
    expect(text).toContain(`${services.site.publicUrl}/dashboard/account#export`)
    expect(text).not.toContain('/api/')
  })
})

describe('the file', () => {
  test('is its owner’s alone, by an address that works for minutes', async () => {
    const account = await anAccount(services, 'buyer')
    await made(account)
    const stranger = await anAccount(services, 'buyer')
    expect((await send('POST', '/api/account/export/open', { token: stranger.token })).status).toBe(404)
    const address = await addressOf(account)
    expect((await send('GET', address)).status).toBe(200)
    expect((await send('GET', address.slice(0, -2))).status).toBe(404)
    const [, token = ''] = address.split('/files/')
    const forged = token.replace(/\.\d+\./, `.${Date.now() + 9e9}.`)
    expect((await send('GET', address.replace(token, forged))).status).toBe(404)
    expect((await send('GET', address.replace(token, randomUUID()))).status).toBe(404)
    clock.advance(EXPORT_LINK_MINUTES * 60)
    expect(await send('GET', address)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test('is out of reach at that address once its owner has signed out everywhere', async () => {
    const account = await anAccount(services, 'buyer')
    await made(account)
    const address = await addressOf(account)
    await endTokens(services.db, account.identityId)
    expect(await send('GET', address)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test('is deleted after three days, with its owner’s account, and where no row knows it', async () => {
    const [one, two] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
    const first = await made(one)
    const second = await made(two)
    const address = await addressOf(two)
    await closeByAdmin(services, two.id)
    expect((await send('GET', address)).status).toBe(404)
    expect(await writtenMail({ services }, exportReadyMail, { exportId: second })).toBeNull()
    await removeExports(services)
    expect([await services.archives.read(second), (await services.archives.read(first)) !== null]).toEqual([null, true])
    clock.advance(3 * 24 * 3600 - 1)
    const late = await addressOf({ ...one, token: await freshToken(services, one.id) })
    clock.advance(1)
    expect(await stateOf(one)).toBeNull()
    // The link hasn't expired, and the file stays until the next sweep.
    expect((await send('GET', late)).status).toBe(404)
    await services.archives.write(randomUUID(), (async function* () {})())
    await removeExports(services)
    expect(await services.archives.list()).toEqual([])
    expect((await sql`SELECT id FROM exports`.execute(services.db)).rows).toEqual([])
  })

  test('is not for the owner of an email with which a stranger signed up', async () => {
    const firstComer = await anAccount(services, 'seller')
    const id = await made(firstComer)
    const address = await addressOf(firstComer)
    await handOverAccount(services, firstComer.identityId)
    expect(await stateOf(firstComer)).toBeNull()
    expect((await send('GET', address)).status).toBe(404)
    await removeExports(services)
    expect(await services.archives.read(id)).toBeNull()
  })

  test('that a restored shop hasn’t got can be asked for again', async () => {
    const account = await anAccount(services, 'buyer')
    await services.archives.remove(await made(account))
    clock.advance(2 * 3600)
    await removeExports(services)
    const fresh = await anAccount(services, 'buyer', { name: 'unrelated' })
    expect([await stateOf(fresh)]).toEqual([null])
    expect((await sql`SELECT id FROM exports WHERE account_id = ${account.id}`.execute(services.db)).rows).toEqual([])
  })
})
