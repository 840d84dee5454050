import { decisions } from '#contract/reports/reports.ts'
import { problemDecisions } from '#contract/orders/problem-decisions.ts'
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, openAs, test, type Page } from '#tests/kit/browser/journey.ts'
import { tooWide } from '#tests/kit/browser/page-rules.ts'
import { demoMember } from '#tests/kit/members.ts'

const HIGHEST = 120

test.use({ viewport: { width: 390, height: 844 } })

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** A list's rows are low, on the narrowest phone as well; what they show has no label beside it, and nothing over it. */
async function expectRows(page: Page, path: string): Promise<Locator> {
  await page.goto(`/dashboard/${path}`)
  await expect(rows(page).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectLow(page)
  }
  return rows(page).first()
}

async function expectLow(page: Page): Promise<void> {
  const shown = await rows(page).evaluateAll((all) =>
    all.map((row) => ({
      height: row.getBoundingClientRect().height,
      labels: [...row.querySelectorAll('td')]
        .filter((cell) => cell.checkVisibility() && getComputedStyle(cell, '::before').content !== 'none')
        .map((cell) => cell.dataset.label),
      // A state that is cut off at its edge covers nothing.
      covered: [...row.querySelectorAll('[data-part="state"] .inline-flex')].filter((state) => {
        const cell = state.closest('[data-part]')!
        const isCut = getComputedStyle(cell).overflowX === 'clip'
        return !isCut && state.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
      }).length,
    })),
  )
  expect(shown.filter((row) => row.height > HIGHEST || row.labels.length > 0 || row.covered > 0)).toEqual([])
  expect(await tooWide(page)).toEqual([])
}

const more = (row: Locator) => row.getByRole('button', { name: /^More about/ })

test('a buyer’s and a seller’s lists are low rows on a phone, each with the rest a press away', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await demoMember(shop, 'buyer'), '/dashboard')
  const order = await expectRows(page, 'my-orders')
  await expect(order.getByRole('link', { name: /^Write to/ })).toBeHidden()
  await more(order).click()
  await expect(more(order)).toHaveAttribute('aria-expanded', 'true')
  await expect(order.getByRole('link', { name: /^Write to/ })).toBeVisible()
  await expectAccessible(page)
  await test.step('on paper it is a table with all its headings, without buttons; Paid stays', async () => {
    await page.emulateMedia({ media: 'print' })
    for (const name of ['Image', 'Name', 'Price', 'Payment'])
      await expect(page.getByRole('columnheader', { name })).toBeInViewport()
    await expect(rows(page).getByRole('link', { name: /^Paid/ }).first()).toBeVisible()
    await expect(rows(page).getByRole('link', { name: /^(Pay|Write) / })).toHaveCount(0)
    await expect(page.getByLabel('Sort by')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await openAs(page, shop, await demoMember(shop, 'seller'), '/dashboard')
  const book = await expectRows(page, 'my-products')
  // What finds and sorts books takes two rows above the first one.
  expect((await book.boundingBox())!.y).toBeLessThanOrEqual(260)
  await expect(book.getByRole('button', { name: /^Delete/ })).toBeHidden()
  await more(book).click()
  await expect(book.getByRole('button', { name: /^Delete/ })).toBeVisible()
  await expectAccessible(page)
  const buyer = await expectRows(page, 'my-buyers')
  await more(buyer).focus()
  await page.keyboard.press('Enter')
  // The rest comes after its button.
  await page.keyboard.press('Tab')
  await expect(buyer.getByRole('link', { name: /^Write to/ })).toBeFocused()
  await expectAccessible(page)
  await expectRows(page, 'statement')
})

// In a shop of its own: what waits in the demo is one report, one problem and one payout.
test.describe('a volunteer', () => {
  test.use({ shopSettings: { CONTACT_EMAIL: 'morning@example.org' } })
  test('has lists of low rows on a phone, and the morning’s report, problem and payout done by eight presses', async ({
    page,
    shop,
  }) => {
    await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
    for (const path of ['orders', 'all-sellers', 'all-buyers', 'people', 'problems', 'reported-items', 'payouts'])
      await test.step(path, () => expectRows(page, path))
    await expectRows(page, 'audit-log')
    await expectAccessible(page)

    await page.goto('/dashboard')
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }
    const decide = page.getByRole('button', { name: 'Decide', exact: true })
    const next = page.getByRole('link', { name: /^Next: / })
    await test.step('a payout', async () => {
      await press(page.getByRole('main').getByRole('link', { name: /^Pay out/ }))
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reference').fill('Transfer 2026-11')
      await press(dialog.getByRole('button', { name: 'Mark as transferred' }))
      await expect(dialog).toBeHidden()
    })
    await test.step('a problem', async () => {
      await press(next)
      await press(page.getByLabel(problemDecisions.nothing))
      await page.getByRole('textbox', { name: 'Reason' }).fill('The photo shows it.')
      await press(decide)
    })
    await test.step('a report', async () => {
      await press(next)
      await press(page.getByLabel(decisions.dismiss))
      await page.getByLabel('Why?').fill('It’s as it should be.')
      await press(decide)
      await expect(page.getByText('Nothing else is waiting for you.')).toBeVisible()
    })
    expect(presses).toBe(8)
  })
})
