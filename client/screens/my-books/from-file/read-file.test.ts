import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

const id = '3f0a2b4c-1111-4222-8333-444455556666'
const other = '3f0a2b4c-1111-4222-8333-444455556667'
const asFile = (content: BlobPart) => new File([content], 'books.csv')
const rowsIn = async (text: BlobPart) => (await readFile(asFile(text))).rows

test('a spreadsheet’s separators, marks, line ends and moved columns are read', async () => {
  const says = { resalePrice: '12,50', book_name: 'One; "two"\nthree' }
  const cells = (separator: string) =>
    `price${separator}ID${separator}title\r\n12,50${separator}${id.toUpperCase()}${separator}"One; ""two""\nthree"\r\n`
  for (const text of [cells(';'), `\uFEFF${cells(';')}`, cells('\t'), `sep=;\r\n${cells(';')}`])
    expect(await rowsIn(text)).toMatchObject([{ id, says }])
})

test('other letters than UTF-8 are read', async () => {
  const text = `id,title\n${id},Café\n`
  const latin = Uint8Array.from(text, (letter) => letter.codePointAt(0)!)
  const wide = new Uint8Array(new Uint16Array(Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0))).buffer)
  for (const bytes of [latin, wide]) expect(await rowsIn(bytes)).toMatchObject([{ id, says: { book_name: 'Café' } }])
})

test('what keeps a spreadsheet from counting is taken away again', async () => {
  const [row] = await rowsIn(`id,title,authors,phone\n${id},'=1+1,''=x,"=""+49 30"""\n`)
  expect(row?.says).toEqual({ book_name: '=1+1', book_writer: "'=x", mobileNumber: '+49 30' })
})

test('only the columns that are there say something, and others are named', async () => {
  const file = await readFile(asFile(`id,notes,title,state\n${id},mine\n`))
  expect(file.rows).toMatchObject([{ says: {} }])
  expect(file.unread).toEqual(['notes'])
})

test('headings are known as the import knows them', async () => {
  const file = await readFile(asFile(`ID;Titel;Preis (€);Zustand;listed;Regal\n${id};Eins;4,50;gut;2026;3\n`))
  expect(file.rows).toMatchObject([{ id, says: { book_name: 'Eins', resalePrice: '4,50', condition: 'gut' } }])
  expect(file.unread).toEqual(['Regal'])
})

test('rows without a book, or with one that was there before, are listed by their lines', async () => {
  const { rows, refused } = await readFile(
    asFile(`id,title\n${id},One\n,New\n${id},Twice\nx12,Odd\n;;\n\n${other},"${'x'.repeat(5001)}"\n`),
  )
  expect(rows.map(({ line }) => line)).toEqual([2])
  expect(refused.map(({ line, reason }) => [line, reason.split('.')[0]])).toEqual([
    [3, 'It has no id'],
    [4, 'The same book is in line 2 already'],
    [5, 'No book has this id'],
    [6, 'No book has this id'],
    [8, 'One of its cells is too long'],
  ])
})

test('what is no such list is refused in words', async () => {
  const many = `id,title\n${`${id},One\n`.repeat(50_001)}`
  const cases: [BlobPart, RegExp][] = [
    ['PK\u0003\u0004', /workbook/],
    ['', /nothing in this file/],
    ['title,price\nOne,2\n', /no column “id”/],
    ['id,title\n', /no rows/],
    [`id,title\n${id},"One\n`, /quotation mark/],
    [many, /more than 50,000 rows/],
    [new Uint8Array(20 * 1024 * 1024 + 1), /larger than 20 MB/],
    [new Uint8Array([0x69, 0x64, 0, 1, 2]), /isn’t a CSV/],
  ]
  for (const [content, words] of cases) await expect(readFile(asFile(content))).rejects.toThrow(words)
})
