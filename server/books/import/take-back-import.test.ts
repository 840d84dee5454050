import { beforeEach, describe, expect, test } from 'vitest'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { sourceOf } from '#tests/kit/lists/list-source.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { beginImport, importBooks } from './import-books.ts'
import type { ListLine } from './list-row.ts'
import { listRules } from './list-rules.ts'
import { previewImport } from './preview-import.ts'
import { findList, rowsOf } from './read-list.ts'
import { listImports, takeBackImport } from './take-back-import.ts'

const server = await startTestServer()
const { services, send } = server

const rules = await listRules(services, {
  given: { originalPrice: '12', location: 'Library', phone: '+1 555 0100', yearOfPurchase: '2019' },
  makeUpMissing: false,
})
const FILE = `title,author,notes,price,language
The Tin Lantern,Ada Winter,€ 9,4.50,eng
The Paper Orchard,Ole Brandt,,5,Klingon
The Glass Railway,Ida Holm,,a lot,
The Salt Harbour,Ida Holm,,6,
The Winter Ferry,Ida Holm,,7,Klingon
`

let seller: TestAccount
beforeEach(async () => {
  seller = await anAccount(services, 'seller')
})
const lines = async () => rowsOf(await findList(sourceOf(FILE)))
async function bring(from?: AsyncIterable<ListLine>) {
  const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
  const into = { sellerId: seller.id, importId }
  return { importId, into, report: await importBooks(services, into, from ?? (await lines()), rules) }
}
const mine = async () => (await walk(server, '/api/my-books', seller.token)).ids
const takeBack = (importId: string, sellerId = seller.id) => takeBackImport(services, sellerId, importId)

describe('a preview', () => {
  test('says what the import then does, and writes nothing', async () => {
    const preview = await previewImport(services, seller.id, await lines(), rules, { mostBooks: 2 })
    const { books, ...counts } = preview
    expect(books).toMatchObject([
      { line: 2, book: { title: 'The Tin Lantern', resalePrice: 450, language: 'en' } },
      { line: 3, book: { title: 'The Paper Orchard', resalePrice: 500, language: null } },
    ])
    expect(counts).toEqual({
      inserted: 4,
      known: 0,
      refusedRows: 1,
      refused: [
        { line: 4, about: 'price', column: 'price', cell: 'a lot', reason: expect.stringContaining('Write a price') },
      ],
      leftOut: {},
      lost: [{ column: 'language', cell: 'Klingon', rows: 2, line: 3 }],
    })
    expect([await mine(), await listImports(services, seller.id)]).toEqual([[], []])
    expect((await bring()).report).toEqual(counts)
    const again = await previewImport(services, seller.id, await lines(), rules, { mostBooks: 2 })
    expect(again).toMatchObject({ inserted: 0, known: 4, books: [] })
  })
})

describe('an import that is taken back', () => {
  test('leaves the shop with all its books that are as they came, and may come again', async () => {
    const { importId } = await bring()
    expect(await listImports(services, seller.id)).toMatchObject([
      { id: importId, fileName: 'books.csv', rowsDone: 5, inserted: 4, refused: 1, takenBackAt: null },
    ])
    expect(await takeBack(importId)).toMatchObject({ removed: 4, sold: 0, reserved: 0, edited: 0, takenDown: 0 })
    expect(await mine()).toEqual([])
    expect(await listImports(services, seller.id)).toMatchObject([{ takenBackAt: expect.any(Date), removed: 4 }])
    expect((await bring()).report).toMatchObject({ inserted: 4, known: 0 })
    // Reverting again removes nothing listed since.
    expect(await takeBack(importId)).toMatchObject({ removed: 4 })
    expect(await mine()).toHaveLength(4)
  })

  test('leaves what was sold, reserved, edited, deleted or taken down since, and doubles none of it later', async () => {
    const { importId } = await bring()
    const [sold, edited, deleted, takenDown] = await mine()
    await anOrder(server, { seller, book: sold! })
    const { json: listing } = await send('GET', `/api/my-books/${edited}`, { token: seller.token })
    await send('POST', '/api/my-books/prices', {
      token: seller.token,
      body: { prices: [{ book: edited, from: listing.resalePrice, to: '9' }] },
    })
    await send('DELETE', `/api/my-books/${deleted}`, { token: seller.token })
    const admin = await anAccount(services, 'admin')
    const body = { reason: 'rules', note: '' }
    await send('POST', `/api/listings/${takenDown}/take-down`, { token: admin.token, body })
    expect(await takeBack(importId)).toEqual({
      fileName: 'books.csv',
      removed: 0,
      sold: 0,
      reserved: 1,
      edited: 1,
      takenDown: 1,
    })
    expect(new Set(await mine())).toEqual(new Set([sold, edited, takenDown]))
    expect((await bring()).report).toMatchObject({ inserted: 0, known: 4 })
  })

  test('is the seller’s own only', async () => {
    const { importId } = await bring()
    const other = await anAccount(services, 'seller')
    await expect(takeBack(importId, other.id)).rejects.toThrow('one of your lists')
    await expect(takeBack(crypto.randomUUID())).rejects.toThrow('one of your lists')
    expect(await mine()).toHaveLength(4)
  })

  test('in the middle ends it, and nothing comes after', async () => {
    const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
    async function* slow(): AsyncGenerator<ListLine> {
      for (let line = 2; line < 1002; line += 1) {
        if (line === 502) await takeBack(importId)
        yield { line, row: { title: `Volume ${line}`, authors: 'Ada Winter', price: '3' } }
      }
    }
    await expect(importBooks(services, { sellerId: seller.id, importId }, slow(), rules)).rejects.toThrow('taken back')
    expect(await mine()).toEqual([])
  })
})

test('an import that ended halfway goes on where it stopped, and counts what it brought as its own', async () => {
  const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
  async function* torn(): AsyncGenerator<ListLine> {
    for (let line = 2; line < 602; line += 1)
      yield { line, row: { title: `Volume ${line}`, authors: 'Ada Winter', price: '3' } }
  }
  async function* killed(): AsyncGenerator<ListLine> {
    for await (const line of torn()) {
      if (line.line === 560) throw new Error('The program was killed.')
      yield line
    }
  }
  const into = { sellerId: seller.id, importId }
  await expect(importBooks(services, into, killed(), rules)).rejects.toThrow('killed')
  expect(await listImports(services, seller.id)).toMatchObject([{ rowsDone: 500, inserted: 500, finishedAt: null }])
  expect(await importBooks(services, into, torn(), rules)).toMatchObject({ inserted: 600, known: 0 })
  expect(await listImports(services, seller.id)).toMatchObject([{ rowsDone: 600, finishedAt: expect.any(Date) }])
})

test('no book comes to an account that was closed, or has gone to the owner of its email, meanwhile', async () => {
  const importId = await beginImport(services, { sellerId: seller.id, fileName: 'books.csv' })
  const into = { sellerId: seller.id, importId }
  await handOverAccount(services, seller.identityId)
  await expect(importBooks(services, into, await lines(), rules)).rejects.toThrow('taken back')
  expect(await listImports(services, seller.id)).toEqual([])
  const own = await bring()
  expect(own.report.inserted).toBe(4)
  await send('DELETE', `/api/all-sellers/delete/${seller.id}`, { token: (await anAccount(services, 'admin')).token })
  await expect(importBooks(services, own.into, await lines(), rules)).rejects.toThrow('closed')
  expect(await listImports(services, seller.id)).toEqual([])
})
