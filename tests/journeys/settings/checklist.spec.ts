import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs } from '#tests/kit/members.ts'

// A shop of its own: what is set here is done for everybody.
test.use({ shopSettings: {} })

test('an admin is told what the club still needs, does it, and sees it ticked', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  await page.goto('/dashboard')
  const list = page.getByRole('region', { name: 'What your club still needs' })
  await expect(list.getByText('Choose a name')).toBeVisible()
  await expect(list.getByText('PUBLIC_URL')).toBeVisible()
  await expectAccessible(page)
  const before = await list.getByText(/\d+ of \d+ done/).textContent()

  await list.getByRole('link', { name: 'Set a contact email' }).click()
  await page.getByLabel('Contact email').fill('hello@example.org')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(list.getByRole('link', { name: 'Name your club' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Set a contact email' })).toHaveCount(0)
  await expect(list.getByText(/\d+ of \d+ done/)).not.toHaveText(before!)
  await list.getByText('Show what is done').click()
  await expect(list.getByText('Say how people reach you')).toBeVisible()

  await list.getByRole('link', { name: 'Write the imprint' }).click()
  await expect(page.getByRole('heading', { name: 'Imprint', level: 2 })).toBeVisible()
})

test('once all is done the list can be hidden, and comes back when something is undone', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  // A real club has an address, a mail server and keys; no journey does.
  let isComplete = true
  await page.route('**/api/checklist', async (route) => {
    const response = await route.fetch()
    const entries = (await response.json()) as { item: string; done: boolean }[]
    await route.fulfill({ response, json: entries.map((entry) => ({ ...entry, done: isComplete || entry.done })) })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('link', { name: 'All sellers' }).last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toHaveCount(0)

  isComplete = false
  await page.reload()
  await expect(page.getByRole('heading', { name: 'What your club still needs' })).toBeVisible()
  isComplete = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toBeVisible()
})

test('nobody else sees it', async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
  await expect(page.getByText('What your club still needs')).toHaveCount(0)
})
