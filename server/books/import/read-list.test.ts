import { describe, expect, test } from 'vitest'
import { sourceOf } from '#tests/kit/lists/list-source.ts'
import { columnsOf } from '#contract/books/lists/list-columns.ts'
import type { ListLine } from './list-row.ts'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import { findList, rowsOf } from './read-list.ts'

const listOf = (content: string | Uint8Array, encoding?: string) => findList(sourceOf(content), encoding)

async function linesOf(content: string | Uint8Array, encoding?: string): Promise<ListLine[]> {
  const lines: ListLine[] = []
  for await (const line of rowsOf(await listOf(content, encoding))) lines.push(line)
  return lines
}

/** Parses rows without the headings. */
async function rows(content: string | Uint8Array, encoding?: string) {
  return (await linesOf(content, encoding)).map((line) => ('row' in line ? { line: line.line, row: line.row } : line))
}

const TEXT = 'title,authors\nÉtranges étés,Zoë Müller\n'
/** The characters that Windows has from 0x80 on, where Latin-1 has controls. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const first = { line: 2, row: { title: 'Étranges étés', authors: 'Zoë Müller' } }

describe('the encoding', () => {
  test.each<[string, string | Uint8Array]>([
    ['UTF-8', TEXT],
    ['UTF-8 with a mark', `\uFEFF${TEXT}`],
    ['Latin-1', latin1(TEXT)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ])('%s is found out, and every letter is right', async (_name, bytes) => {
    expect(await rows(bytes)).toEqual([first])
  })

  test('Windows’ own characters are read, and a guess is known to be one', async () => {
    const bytes = Buffer.concat([latin1('title,authors\n'), Buffer.from([0x93, 0x41, 0x94, 0x2c, 0x42, 0x0a])])
    expect(await rows(bytes)).toEqual([{ line: 2, row: { title: '“A”', authors: 'B' } }])
    expect(await listOf(bytes)).toMatchObject({
      encoding: { name: 'windows-1252', isGuess: true },
      titlesToCheck: ['“A”'],
    })
    expect((await listOf(TEXT)).encoding.isGuess).toBe(false)
  })

  test('what would come out garbled is refused: lines of two encodings, and a script of another kind', async () => {
    const mixed = Buffer.concat([Buffer.from('title,authors\nÜber Bücher,Käthe\n'), latin1('Müller,Ä\n')])
    await expect(listOf(mixed)).rejects.toThrow('lines of it are one and lines another')
    // "本の物語" in Shift-JIS, without a byte that Windows-1252 has no character for.
    const japanese = Buffer.from([0x96, 0x7b, 0x82, 0xcc, 0x95, 0xa8, 0x8c, 0xea])
    const list = Buffer.concat([
      latin1('title,authors\n'),
      ...Array.from({ length: 9 }, () => Buffer.concat([japanese, latin1(','), japanese, latin1('\n')])),
    ])
    await expect(listOf(list)).rejects.toThrow('name its encoding')
    expect((await rows(list, 'shift-jis'))[0]).toEqual({ line: 2, row: { title: '本の物語', authors: '本の物語' } })
  })

  test('a list that a wrong encoding would garble is refused, with titles in each encoding to choose by', async () => {
    // "Müßiggang am Böök" and "Forêt de Noël", as an old Mac writes them.
    const words = [
      [0x4d, 0x9f, 0xa7, 0x69, 0x67, 0x67, 0x61, 0x6e, 0x67, 0x20, 0x61, 0x6d, 0x20, 0x42, 0x9a, 0x9a, 0x6b],
      [0x46, 0x6f, 0x72, 0x90, 0x74, 0x20, 0x64, 0x65, 0x20, 0x4e, 0x6f, 0x91, 0x6c],
    ]
    const lines = words.map((word) => Buffer.from([...word, ...latin1(',Ada Winter\n')]))
    const mac = Buffer.concat([latin1('title,authors\n'), ...lines, latin1('Plain,Ole Brandt\n')])
    const refusal: unknown = await listOf(mac).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableList)
    expect(refusal).toMatchObject({
      problem: 'unclear_encoding',
      readings: [
        { encoding: 'windows-1252', titles: ['MŸ§iggang am Bššk', 'For\u0090t de No‘l'] },
        { encoding: 'macintosh', titles: ['Müßiggang am Böök', 'Forêt de Noël'] },
      ],
    })
    expect(await rows(mac, 'macintosh')).toMatchObject([{ row: { title: 'Müßiggang am Böök' } }, {}, {}])
  })

  test.each([
    'À la recherche de l’été – «Œuvres» naïves',
    'Žižek über Straße & Maß: “C’est la vie”…',
    'El Niño ¿qué? Nº 5, 15 £, LEGO®',
    'Ó Cadhain: Cré na Cille; ÆØÅ, Ðóra',
  ])('Western letters are no odd ones: %s', async (title) => {
    const bytes = Array.from(title, (letter) =>
      WINDOWS.includes(letter) ? 0x80 + WINDOWS.indexOf(letter) : letter.charCodeAt(0),
    )
    const list = Buffer.concat([
      latin1('title,authors\n"'),
      Buffer.from(bytes),
      latin1(`",${'Ada Winter '.repeat(9)}\n`),
    ])
    expect(await rows(list)).toMatchObject([{ row: { title } }])
  })

  test('what is no text is refused, and another encoding can be named', async () => {
    await expect(listOf(Buffer.from([...latin1('title,authors\n'), 0x81, 0x8d, 0x00, 0x0a]))).rejects.toThrow(
      'Save it as UTF-8, or name its encoding',
    )
    const cyrillic = Buffer.from([...latin1('title,authors\n'), 0xcc, 0xe8, 0xf0, 0x2c, 0x41, 0x0a])
    expect(await rows(cyrillic, 'windows-1251')).toEqual([{ line: 2, row: { title: 'Мир', authors: 'A' } }])
    await expect(listOf(TEXT, 'klingon')).rejects.toThrow('klingon is not an encoding')
    await expect(rows(latin1(TEXT), 'utf-8')).rejects.toThrow('is not utf-8')
  })
})

describe('the header', () => {
  test.each([',', ';', '\t', '|'])('separated by %j', async (separator) => {
    expect(
      await rows(
        ['Title', 'AUTHOR', 'Price'].join(separator) +
          '\n' +
          ['A', 'B', '4,50'].map((cell) => `"${cell}"`).join(separator),
      ),
    ).toEqual([{ line: 2, row: { title: 'A', authors: 'B', price: '4,50' } }])
  })

  test.each([
    [
      'Goodreads',
      ',',
      'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves',
      'title=Title; authors=Author; isbn=ISBN13; publisher=Publisher; binding=Binding; published=Year Published; firstPublished=Original Publication Year; shelves=Bookshelves',
    ],
    [
      'LibraryThing',
      '\t',
      'Book Id\tTitle\tSort Character\tPrimary Author\tPublication\tDate\tMedia\tISBN\tLanguages\tAcquired',
      'title=Title; authors=Primary Author; published=Date; binding=Media; isbn=ISBN; language=Languages; yearOfPurchase=Acquired',
    ],
    [
      'AbeBooks',
      '\t',
      'listingid\ttitle\tauthor\tprice\tquantity\tdescription\tbindingtext\tbookcondition\tpublishername\tyearpublished\tisbn',
      'title=title; authors=author; price=price; description=description; binding=bindingtext; condition=bookcondition; publisher=publishername; published=yearpublished; isbn=isbn; quantity=quantity',
    ],
    [
      'Book-Crossing',
      ';',
      'ISBN;Book-Title;Book-Author;Year-Of-Publication;Publisher;Image-URL-S',
      'isbn=ISBN; title=Book-Title; authors=Book-Author; published=Year-Of-Publication; publisher=Publisher',
    ],
    [
      'German',
      ';',
      'Titel;Autor/in;Zustand;Preis (€);Neupreis;Kaufdatum;Erscheinungsjahr;Verlag;Sprache;Einband;Anzahl',
      'title=Titel; authors=Autor/in; condition=Zustand; price=Preis (€); originalPrice=Neupreis; yearOfPurchase=Kaufdatum; published=Erscheinungsjahr; publisher=Verlag; language=Sprache; binding=Einband; quantity=Anzahl',
    ],
    [
      'ours, in any case',
      ',',
      'Title,authors,ISBN10,Original_Price,year_of_purchase,PHONE,mobileNumber',
      'title=Title; authors=authors; isbn=ISBN10; originalPrice=Original_Price; yearOfPurchase=year_of_purchase; phone=PHONE',
    ],
  ])('of %s is known', (_whose, separator, header, columns) => {
    const named = columnsOf(header.split(separator)).map(({ column, place }) => [
      column,
      header.split(separator)[place],
    ])
    expect(Object.fromEntries(named.toReversed())).toEqual(
      Object.fromEntries(columns.split('; ').map((one) => one.split('='))),
    )
  })

  test('of two columns for one thing, the one that says something is read', async () => {
    const goodreads = 'Title,Author,ISBN,ISBN13\n'
    const read = await linesOf(`${goodreads}A,B,="0439023483",="9780439023481"\nC,D,="0439023483",=""\n`)
    expect(read).toEqual([
      {
        line: 2,
        row: { title: 'A', authors: 'B', isbn: '="9780439023481"' },
        headings: { title: 'Title', authors: 'Author', isbn: 'ISBN13' },
      },
      {
        line: 3,
        row: { title: 'C', authors: 'D', isbn: '="0439023483"' },
        headings: { title: 'Title', authors: 'Author', isbn: 'ISBN' },
      },
    ])
  })

  test('that lacks title or authors is refused with what was found', async () => {
    await expect(listOf('name;price\nx;1\n')).rejects.toThrow(
      /has no column for title and authors\. .* with semicolons between them, it has: name, price$/,
    )
    await expect(listOf('Title,price\nx,1\n')).rejects.toThrow('has no column for authors')
  })
})

test.each([
  ['title,authors\nA,B\r\n"C\r\nD",E\rF,G\n'],
  ['title,authors\r\nA,B\n"C\nD",E\r\nF,G\r'],
  ['title,authors\rA,B\r"C\r\nD",E\nF,G'],
])('lines may end in several ways in one file: %j', async (content) => {
  expect(await rows(content)).toEqual([
    { line: 2, row: { title: 'A', authors: 'B' } },
    { line: 4, row: { title: 'C\nD', authors: 'E' } },
    { line: 5, row: { title: 'F', authors: 'G' } },
  ])
})

test('an empty file and one without books are refused in words', async () => {
  await expect(listOf('')).rejects.toThrow('is empty')
  await expect(listOf('title,authors\n\n')).rejects.toThrow('has a header and no books below it')
})

test('what the web wrote as entities is read as letters', async () => {
  expect(await rows('title,authors\nAngels &amp; Demons,Zo&euml; &#38; Sons\n')).toEqual([
    { line: 2, row: { title: 'Angels & Demons', authors: 'Zoë & Sons' } },
  ])
})

test('the line above the header in which Excel names its separator is none of the list', async () => {
  expect(await rows('sep=;\r\ntitle;authors\r\nA;B\r\n')).toEqual([{ line: 3, row: { title: 'A', authors: 'B' } }])
  expect(await rows('sep=;\ntitle;authors\nA;B\n"C')).toEqual([
    { line: 3, row: { title: 'A', authors: 'B' } },
    { line: 4, unreadable: 'a quotation mark is opened here and never closed' },
  ])
})

test('rows in which no cell says anything are none', async () => {
  const content = 'title,authors\nA,B\n\n,\n  , \nC,D\n,\n'
  expect(await rows(content)).toEqual([
    { line: 2, row: { title: 'A', authors: 'B' } },
    { line: 6, row: { title: 'C', authors: 'D' } },
  ])
})

test('rows keep their line numbers over line breaks in cells; unclosed quotation marks are reported', async () => {
  const content = 'title,authors\n"A\nB",C\nD,E\n"F,G\nH,I\nJ,K\n'
  expect(await rows(content)).toEqual([
    { line: 3, row: { title: 'A\nB', authors: 'C' } },
    { line: 4, row: { title: 'D', authors: 'E' } },
    { line: 5, unreadable: 'a quotation mark is opened here and never closed; 3 lines are lost by it' },
  ])
})

describe('a backslash before a quotation mark', () => {
  test('is MySQL’s way to write one in a cell', async () => {
    const lines = [
      'id;title;author',
      '1;"The \\"Real\\" Harbour of \\"Bob\\"";"Ada \\"A.\\" Winter"',
      '2;"\\"Quoted\\" at first";"Ends in \\\\"',
      '3;The \\"bare\\" one;\\N',
    ]
    expect(await rows(`${lines.join('\n')}\n`)).toMatchObject([
      { line: 2, row: { title: 'The "Real" Harbour of "Bob"', authors: 'Ada "A." Winter' } },
      { line: 3, row: { title: '"Quoted" at first', authors: 'Ends in \\' } },
      { line: 4, row: { title: 'The "bare" one', authors: '\\N' } },
    ])
  })

  test('at the end of a cell is the cell’s own, as CSV has it', async () => {
    expect(await rows('title,authors\n"C:\\","Ada"\n"A ""B""\\",C\n')).toMatchObject([
      { row: { title: 'C:\\', authors: 'Ada' } },
      { row: { title: 'A "B"\\', authors: 'C' } },
    ])
  })
})
