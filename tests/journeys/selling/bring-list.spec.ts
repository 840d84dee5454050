import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

const BOOKS = ['The Tide', 'Salt', 'Bread', 'Ebb', 'Quay', 'Mole', 'Buoy', 'Wake', 'Fathom', 'Anchor', 'Keel']
const LIST = `Title;Author;Price;Language\n${BOOKS.map((title, place) => `${title};Ada Winter;${place === 1 ? 'cheap' : '4.50'};${place === 2 ? 'Klingon' : 'English'}`).join('\n')}\nNo Number;Ada Winter;about five;\n`

const file = { name: 'shelf.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }

async function titlesOf(shop: ShopProcess, { token }: Member): Promise<string[]> {
  const books = (await (await send(shop, '/api/my-books?limit=100', { token })).json()) as { book_name: string }[]
  return books.map(({ book_name: title }) => title).toSorted()
}
const choose = (page: Page, list = file) => page.getByLabel('Choose a file').setInputFiles(list)

test.describe('a seller’s list of new books', () => {
  test.use({ expectedConsoleErrors: [/status of 422/] })
  test('is uploaded, completed, corrected in place, imported in the background and reverted [bring-list-1]', async ({
    page,
    shop,
  }) => {
    const seller = await aMember(shop, 'seller')
    await openAs(page, shop, seller, '/dashboard/my-products')
    await page.getByRole('link', { name: 'Have a list? Bring it as a file' }).click()
    await choose(page, { ...file, name: 'shelf.xlsx' })
    await expect(page.getByLabel('Choose a file')).toHaveAccessibleDescription(/is a workbook/)
    await choose(page)

    // What the file doesn't say, and every listing needs.
    await expect(page.getByText('12 rows read.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'shelf.csv' })).toBeFocused()
    await page.getByLabel('Location').fill('Pier')
    await page.getByLabel('Mobile Number').fill('+49 30 1234567')
    await page.getByLabel('Year of purchase').fill('2019')
    const save = page.getByRole('button', { name: 'Save for all books' })
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please check:' })).toContainText('original price')
    await page.getByLabel('Original Price').fill('a lot')
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please check:' })).toContainText('Original Price: ')
    await expect(page.getByLabel('Location')).toHaveValue('Pier')
    await page.getByLabel('Original Price').fill('20')
    await save.click()

    await expect(page.getByRole('heading', { name: '10 new books to list' })).toBeFocused()
    await expect(page.getByText('2 rows can’t be listed').first()).toBeVisible()
    await expect(page.getByText('Language “Klingon” in 1 row')).toBeVisible()

    // The same words are wrong again, then right.
    await page.getByRole('button', { name: 'Correct line 3' }).click()
    const price = page.getByLabel('Resale Price').last()
    await expect(price).toHaveValue('cheap')
    await expect(price).toHaveAccessibleDescription(/price/i)
    await price.fill('rather cheap')
    await page.getByRole('button', { name: 'Save line 3' }).click()
    await expect(page.locator(':focus')).toContainText('line 3 can’t be listed yet')
    await price.fill('7,50')
    await page.getByRole('button', { name: 'Save line 3' }).click()
    await expect(page.getByRole('heading', { name: '11 new books to list' })).toBeFocused()
    await page.reload()
    await expect(rowOf(page, 'Salt')).toContainText('$7.50')

    await page.getByRole('button', { name: 'List 11 books' }).click()
    await expect(page.getByRole('heading', { name: '11 books listed' })).toBeVisible()
    await expect(page.getByText('1 row couldn’t be listed').first()).toBeVisible()
    expect(await titlesOf(shop, seller)).toEqual(BOOKS.toSorted())
    const row = rowOf(page, 'shelf.csv')
    await row.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(page.locator(':focus')).toContainText('11 books of shelf.csv removed from the shop.')
    await expect(row).toContainText('Taken back')
    expect(await titlesOf(shop, seller)).toEqual([])
  })
})

test('a list in an unclear encoding is read as its seller chooses, and can be replaced [bring-list-2]', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard/my-products/from-file')
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await page.getByRole('link', { name: 'Bring them as a list' }).click()
  const odd = 'Cr\u008Fme br\u009El\u008Ee'
  await choose(page, { ...file, buffer: Buffer.from(`title,author\n${odd},Ren\u008E\n`, 'latin1') })
  const read = page.getByRole('button', { name: 'Read it like this' })
  await read.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check:' })).toContainText('Choose the titles')
  await page.getByRole('radio', { name: 'Crème brûlée' }).check()
  await read.click()
  await expect(page.getByText('1 row read.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByLabel('Choose a file')).toBeFocused()
  await choose(page, { ...file, buffer: Buffer.from('just words\n') })
  await expect(page.getByText('no column for title and authors')).toBeVisible()
})
