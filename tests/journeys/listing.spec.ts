import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { popup } from '#tests/kit/browser/popups.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choices = (page: Page, name: string) => page.getByRole('group', { name })

test('an optional choice can be cleared, also in the draft; the next book reuses the last place', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller, { location: 'Rose garden', mobileNumber: '+49 30 765432' })
  await enterAs(page, shop, seller)
  await page.goto('/dashboard/add-product')
  await expect(page.getByLabel('Location')).toHaveValue('Rose garden')
  await expect(page.getByLabel('Mobile Number')).toHaveValue('+49 30 765432')
  await expect(page.getByLabel('Book Name')).toHaveValue('')
  for (const [name, option] of [
    ['Condition Type', 'good'],
    ['Select category', 'Story Book'],
  ] as const)
    await test.step(name, async () => {
      await expect(button(page, `Clear ${name}`)).toHaveCount(0)
      await choices(page, name).getByRole('radio', { name: option }).check()
      if (name === 'Select category') await expectAccessible(page)
      await button(page, `Clear ${name}`).press('Enter')
      await expect(choices(page, name).getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(choices(page, name).getByRole('radio').first()).toBeFocused()
      await expect(button(page, `Clear ${name}`)).toHaveCount(0)
    })
  await expect(button(page, 'Discard draft')).toHaveCount(0)
  // No input yet, so there is no draft to restore.
  await page.reload()
  await expect(page.getByLabel('Location')).toHaveValue('Rose garden')
  await expect(page.getByText(/^Your draft is back/)).toHaveCount(0)
})

test.describe('a photo that could not be uploaded', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('causes no error any more once it is uploaded', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'seller'))
    await aBookLike(page)
    await page.route('**/api/images', (route) => route.abort())
    await page
      .getByLabel('Product Image')
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
    await button(page, 'Add Product').click()
    const complaint = page.getByRole('alert').getByText('The picture could not be uploaded.')
    await expect(complaint).toBeVisible()
    await page.unroute('**/api/images')
    await button(page, 'Retry photo 1, late.png').click()
    await expectFocusKept(page)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectFocusKept(page)
    await expect(complaint).toHaveCount(0)
    await button(page, 'Add Product').click()
    await expect(popup(page, 'Success!')).toBeVisible()
  })
})

async function aBookLike(page: Page) {
  await page.goto('/dashboard/add-product')
  for (const [label, text] of Object.entries({
    'Book Name': 'Sent Twice',
    'Book Writer': 'Wilma Ostrow',
    'Year of purchase': '2019',
    Description: 'Read once.',
    'Original Price': '20',
    'Resale Price': '12.50',
    Location: 'Harbour square',
    'Mobile Number': '+49 30 1234567',
  }))
    await page.getByLabel(label, { exact: true }).fill(text)
}
