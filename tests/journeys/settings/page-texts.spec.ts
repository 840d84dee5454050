import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs } from '#tests/kit/members.ts'

// A shop of its own: what is saved here stands on pages that others look at.
test.use({ shopSettings: { DOGEAR_NAME: 'Inkwell' }, expectedConsoleErrors: [/status of (409|422)/] })

const TERMS = '# Rules of {{name}}\n\nBe kind to **books**.\n\n## Meeting\n\nWe meet on Mondays.'

test('an admin writes the terms beside their preview; visitors have them at once, and they go back', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const admin = await demoMember(shop, 'admin')
  await enterAs(page, shop, admin)
  await page.goto('/dashboard/settings')
  await page.getByRole('link', { name: 'Change the texts' }).click()
  await expect(page.getByRole('row', { name: /Imprint/ })).toContainText('the text that comes with Dogear')
  await page.getByRole('table').getByRole('link', { name: 'Terms of use' }).click()

  const text = page.getByLabel('Text', { exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(text).toHaveValue(/^# Terms of use/)
  await expect(preview.getByRole('heading', { name: 'Listing a book' })).toBeVisible()
  await page.getByText('What we fill in for you').click()
  await expect(page.getByText('Set by the operator in DOGEAR_NAME')).toBeVisible()

  // What stands for nothing is told beside the preview while it is typed, and at the field when it is sent.
  await text.fill(TERMS.replace('{{name}}', '{{nmae}}'))
  await expect(preview.getByText('{{nmae}} stands for nothing')).toBeVisible()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  // Left half-way and come back to: nothing typed is lost.
  await text.fill(TERMS)
  await page.getByRole('link', { name: 'All texts' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(text).toHaveValue(TERMS)
  await expect(preview.getByText('Rules of Inkwell')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.goto('/terms')
  await expect(visitor.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Saved. Visitors see it from now on.')).toBeVisible()
  await expect(page.getByText(/Visitors see: a text of your own/)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Rules of Inkwell', level: 1 })).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('heading', { name: 'Meeting' })).toBeVisible()

  await page.getByRole('button', { name: 'Go back to the text that comes with Dogear' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(page.getByText(/Visitors see: the text that comes with Dogear/)).toBeVisible()
  await expect(text).toHaveValue(/^# Terms of use/)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible()

  // What was saved before is still to be had.
  await page.getByText('Earlier texts').click()
  await page.getByRole('button', { name: 'Put into the field (text 1)' }).click()
  await expect(text).toHaveValue(TERMS)
  await expect(preview.getByText('Rules of Inkwell')).toBeVisible()
})

test('two admins don’t overwrite each other unseen', async ({ page, shop, anotherBrowser }) => {
  const admin = await demoMember(shop, 'admin')
  await enterAs(page, shop, admin)
  const second = await anotherBrowser()
  await enterAs(second, shop, admin)
  for (const one of [page, second]) {
    await one.goto('/dashboard/settings/pages/imprint')
    await expect(one.getByLabel('Text', { exact: true })).toHaveValue(/Who is responsible/)
  }

  await page.getByLabel('Text', { exact: true }).fill('# Imprint\n\nAda, Market 1.')
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Saved. Visitors see it from now on.')).toBeVisible()

  const mine = second.getByLabel('Text', { exact: true })
  await mine.fill('# Imprint\n\nBen, Harbour 2.')
  await second.getByRole('button', { name: 'Save page' }).click()
  const other = second.getByRole('region', { name: 'The other text' })
  await expect(other).toContainText('Ada, Market 1.')
  await expect(mine).toHaveValue(/Ben, Harbour 2/)
  await expectAccessible(second)
  await other.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(second.getByText('Saved. Visitors see it from now on.')).toBeVisible()
  await second.goto('/imprint')
  await expect(second.getByText('Ben, Harbour 2.')).toBeVisible()

  await second.goto('/dashboard/audit-log?kind=page_changed')
  await expect(second.getByText('Imprint: a text of your own')).toHaveCount(2)
})

test('who is no admin is not shown them', async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard/settings/pages/terms')
  await expect(page).toHaveURL(/\/login/)
})
