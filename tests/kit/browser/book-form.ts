import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { asIsbn13 } from '#contract/books/isbn.ts'
import { aPicture } from '#tests/kit/pictures.ts'

/** What a seller types about a book, by the labels of the form. */
export const BOOK = {
  'Book Name': 'The Lantern Year',
  'Book Writer': 'Ines Halloran',
  'Original Price': '24',
  'Resale Price': '12,50',
  'Mobile Number': '+49 30 1234567',
  Location: 'Harbour square',
  Description: 'A lighthouse, a strike and a very patient dog.',
  'Year of purchase': '2019',
}

/** A small picture as a file input takes it. */
export const aPhoto = async (name = 'copy.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await aPicture()),
})

/** Types the facts of a book, but for those that are given otherwise. */
export async function fillInBook(page: Page, given: Partial<typeof BOOK> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...BOOK, ...given }))
    await page.getByLabel(label, { exact: true }).fill(text)
}

/** An ISBN that no other test lists, and what is none: the same with another last digit. */
export function anIsbn(): { right: string; wrong: string } {
  const twelve = `978${String(randomInt(1e9)).padStart(9, '0')}`
  const all = Array.from('0123456789', (last) => twelve + last)
  const right = all.find((one) => asIsbn13(one) !== null)!
  return { right, wrong: all.find((one) => one !== right)! }
}
