import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'
import { rowOf, loseAnswer } from '#tests/kit/browser/parts.ts'

const ofFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

async function downloaded(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saved).createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

test('a saved list, edited in a spreadsheet, is uploaded, previewed, applied and undone [from-file-1]', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller, { book_name: 'Lowered here' })
  await aBookOf(shop, seller, { book_name: 'As it was' })
  const gone = await aBookOf(shop, seller, { book_name: 'Deleted since' })
  await openAs(page, shop, seller, '/dashboard/my-products')
  await expect(rowOf(page, 'Lowered here')).toBeVisible()
  const saved = await downloaded(page, 'Save this list as CSV')
  await send(shop, `/api/my-books/${gone}`, { method: 'DELETE', token: seller.token })

  const changed = saved
    .replaceAll('","', '";"')
    .replace(/("Lowered here";.*?;)"12\.50"/, '$1"9,5"')
    .replace(/("Deleted since";.*?;)"12\.50"/, '$1"9,5"')
  await page.getByRole('link', { name: 'Change books by a CSV file' }).click()
  await page.getByLabel('Choose a CSV file').setInputFiles(ofFile('books.csv', changed))
  await expect(page.getByText('1 book changes · 1 row can’t be used · 1 book stays as it is')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What this file changes' })).toContainText('12.50 → becomes 9.50')
  await expect(page.getByRole('region', { name: 'Rows that can’t be used' })).toContainText(
    'That isn’t one of your books.',
  )

  await page.getByRole('button', { name: 'Change 1 book' }).click()
  await expect(page.getByText('1 book changed.')).toBeVisible()
  const refused = await downloaded(page, 'Save these rows as CSV, with the reasons')
  expect(refused).toMatch(/"Deleted since";.*;"That isn’t one of your books\."\r\n$/)
  expect(refused).not.toContain('Lowered here')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 book as before.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to My Products' }).click()
  await expect(rowOf(page, 'Lowered here')).toContainText('$12.50')
})

test.describe('a connection that is lost while books are changed', () => {
  test.use({ expectedConsoleErrors: [/503|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/] })
  test('leaves the rest to be applied, each change once [from-file-2]', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    const id = await aBookOf(shop, seller)
    await openAs(page, shop, seller, '/dashboard/my-products/from-file')
    await page.getByLabel('Choose a CSV file').setInputFiles(ofFile('books.csv', `id\tprice\n${id}\t8\n`))
    await page.route('**/api/my-books/edits', loseAnswer)
    await page.getByRole('button', { name: 'Change 1 book' }).click()
    const again = page.getByRole('button', { name: 'Go on where it stopped' })
    await expect(again).toBeVisible()
    await page.unroute('**/api/my-books/edits')
    await again.click()
    await expect(page.getByText('1 book changed.')).toBeVisible()
    await page.route('**/api/my-books/edits', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await expect(undo).toBeFocused()
    await undo.press('Enter')
    await expect(page.getByText('1 book as before.')).toBeVisible()
    const book = (await (await send(shop, `/api/advertise/${id}`)).json()) as { resalePrice: string }
    expect(book.resalePrice).toBe('12.50')
  })
})
