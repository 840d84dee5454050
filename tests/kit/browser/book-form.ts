import type { Page } from '@playwright/test'
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
