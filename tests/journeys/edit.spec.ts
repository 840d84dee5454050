import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs, send } from '#tests/kit/members.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { h1, rowOf, sideMenu } from '#tests/kit/browser/parts.ts'
import { aPhoto } from '#tests/kit/browser/book-form.ts'

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
const read = async (shop: ShopProcess, id: string) =>
  (await (await send(shop, `/api/advertise/${id}`)).json()) as Record<string, string>

/** Opens the edit form of a seller's only listing. */
async function anEdit(page: Page, shop: ShopProcess) {
  const seller = await aMember(shop, 'seller')
  const id = await aBookOf(shop, seller)
  await enterAs(page, shop, seller)
  return { seller, id, address: `/dashboard/my-products/${id}/edit` }
}

test('a seller edits price, text and photos; buyers see them, and the former price [edit-1]', async ({
  page,
  shop,
}) => {
  const { id } = await anEdit(page, shop)
  const before = await read(shop, id)
  await page.goto('/dashboard/my-products')
  await page.getByRole('link', { name: 'Edit The Tide Table' }).click()
  await expect(h1(page, 'Edit A Product')).toBeVisible()
  await expect(field(page, 'Book Name')).toHaveValue('The Tide Table')
  await expect(field(page, 'Mobile Number')).not.toHaveValue('')
  await field(page, 'Resale Price').fill('9,50')
  await field(page, 'Description').fill('Read twice, and loved.')
  const photos = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: photo/ }) })
  await expect(photos).toHaveCount(1)
  await page.getByLabel('Product Image').setInputFiles(await aPhoto())
  await expect(photos).toHaveCount(2)
  await page.getByRole('button', { name: 'Move earlier: photo 2' }).click()
  await save(page)
  await expect(popup(page, 'Changes saved')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-products')
  await expect(rowOf(page, 'The Tide Table')).toContainText('$9.50')
  const { images } = (await read(shop, id)) as unknown as { images: string[] }
  expect([images.length, images[1]]).toEqual([2, before.book_img])

  await page.goto(`/advertise/${id}`)
  await expect(page.getByText('was $12.50')).toBeVisible()
  await expect(page.getByText('Read twice, and loved.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'Resale Price')).toHaveValue('9.50')
  await page.getByRole('button', { name: 'Remove: photo 2' }).click()
  await save(page)
  await expect(page).toHaveURL('/dashboard/my-products')
  expect((await read(shop, id)).images).toEqual([images[0]])
})

test.describe('while it is reserved', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('only the promised fields are locked, with the reason; others’ listings can’t be edited [edit-2]', async ({
    page,
    shop,
  }) => {
    const { id, address } = await anEdit(page, shop)
    await anOrderOf(shop, await aMember(shop, 'buyer'), id)
    await page.goto(`/dashboard/my-products/${await aBookOf(shop, await aMember(shop, 'seller'))}/edit`)
    await expect(page.getByText('That isn’t one of your listings.')).toBeVisible()
    await page.goto(address)
    for (const label of ['Resale Price', 'Original Price', 'Condition Type']) {
      await expect(field(page, label)).not.toBeEditable()
      await expect(field(page, label)).toHaveAccessibleDescription(/^Promised to the buyer\./)
    }
    const photos = page.getByRole('group', { name: 'Product Image' })
    await expect(photos).toHaveAccessibleDescription(/^Promised to the buyer\./)
    await expect(photos.getByRole('button')).toHaveCount(0)
    await field(page, 'Location').fill('By the old mill')
    await save(page)
    await expect(page).toHaveURL('/dashboard/my-products')
    expect(await read(shop, id)).toMatchObject({ location: 'By the old mill', resalePrice: '12.50' })
  })
})

test.describe('a listing that changes while it is edited', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('is not overwritten: the seller’s input stays, and the conflict is shown to resolve [edit-3]', async ({
    page,
    shop,
  }) => {
    const { id, address } = await anEdit(page, shop)
    const other = await page.context().newPage()
    await Promise.all([page.goto(address), other.goto(address)])
    await expect(field(other, 'Resale Price')).toHaveValue('12.50')
    await field(page, 'Description').fill('Typed in this tab.')
    await field(other, 'Resale Price').fill('11')
    await save(other)
    await expect(other).toHaveURL('/dashboard/my-products')
    await save(page)
    const changed = page.getByRole('alert').filter({ hasText: 'This listing was changed since you opened it' })
    await expect(changed).toContainText('Resale Price')
    await expect(changed).toContainText('11.00')
    await expect(field(page, 'Description')).toHaveValue('Typed in this tab.')
    await expectAccessible(page)
    await field(page, 'Resale Price').fill('11')
    await changed.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(page).toHaveURL('/dashboard/my-products')
    expect(await read(shop, id)).toMatchObject({ description: 'Typed in this tab.', resalePrice: '11.00' })
  })
})

test('unsaved input is restored as a draft, and a listing can be duplicated for another copy [edit-4]', async ({
  page,
  shop,
}) => {
  const { address } = await anEdit(page, shop)
  const toMyProducts = () => sideMenu(page).getByRole('link', { name: 'My Products' }).click()
  await page.goto(address)
  await field(page, 'Location').fill('By the old mill')
  await toMyProducts()
  await page.getByRole('link', { name: 'Edit The Tide Table' }).click()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(field(page, 'Location')).toHaveValue('By the old mill')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Location')).not.toHaveValue('By the old mill')

  await toMyProducts()
  await page.getByRole('link', { name: 'Duplicate The Tide Table' }).click()
  await expect(page.getByText('Please add photos of this copy.')).toBeVisible()
  await expect(field(page, 'Book Name')).toHaveValue('The Tide Table')
  await expect(field(page, 'Resale Price')).toHaveValue('12.50')
  await page.getByLabel('Product Image').setInputFiles(await aPhoto())
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page).toHaveURL('/dashboard/my-products')
  await expect(rowOf(page, 'The Tide Table')).toHaveCount(2)
})
