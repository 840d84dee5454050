import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ShopProcess } from './shop-process.ts'

const beginnings = ['The Last', 'A Quiet', 'Her Second', 'The Borrowed', 'Notes on the', 'The Honest', 'One More']
const things = ['Lantern', 'Harbour', 'Orchard', 'Ledger', 'Winter', 'Staircase', 'Kitchen', 'Railway', 'Sparrow']

/** A list of titles of the project's own, in the shape that the import takes. */
function ownTitles(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const title = `${beginnings[row % beginnings.length]} ${things[row % things.length]}, volume ${row + 1}`
    return `,"${title}",Writer ${row % 40},${1950 + (row % 70)},eng`
  })
  return `isbn13,title,authors,year,language\n${rows.join('\n')}\n`
}

/**
 * Puts many titles on sale beside the running shop, by the tool for it: those of the file that BOOKS_CSV names, else
 * some of the project's own. Says which, and how many of them the shop has now. Done again, it changes nothing.
 */
export async function manyBooks(shop: ShopProcess, ownCount = 300): Promise<{ from: string; count: number }> {
  const given = process.env.BOOKS_CSV
  const file = given || path.join(shop.dataDir, 'titles.csv')
  if (!given) await writeFile(file, ownTitles(ownCount))
  const { code, output } = await shop.tool(
    'tools/import.ts',
    file,
    '--seller',
    'many-titles@example.org',
    '--make-up-missing',
  )
  const [, fresh, known] = /(\d+) put on sale, (\d+) known already/.exec(output) ?? []
  const count = Number(fresh) + Number(known)
  // 2: a list may have rows that the shop refuses by name.
  if ((code !== 0 && code !== 2) || !(count > 0)) throw new Error(`The import ended with ${code}:\n${output}`)
  return { from: given || 'titles of the project’s own', count }
}
