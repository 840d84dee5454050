import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

async function rowsOf(text: string): Promise<unknown[]> {
  const rows: unknown[] = []
  async function* lines() {
    for (const line of text.split('\n')) yield [line]
  }
  for await (const row of readCsv(lines(), ',')) rows.push('cells' in row ? row.cells : row)
  return rows
}

test.each<[string, unknown[]]>([
  [
    'a,"b ""c"" d",\n,"e\nf",g',
    [
      ['a', 'b "c" d', ''],
      ['', 'e\nf', 'g'],
    ],
  ],
  // Quotation marks that are a part of their cell.
  ['5" tall,"a"b"c,""d', [['5" tall', '"a"b"c', '""d']]],
  ['a\n\n , \n"b\nc,"d",', [['a'], ['"b\nc,"d"', '']]],
  ['a\n"b\nc', [['a'], { line: 2, lost: 2 }]],
])('%j is read as it was meant', async (text, rows) => {
  expect(await rowsOf(text)).toEqual(rows)
})
