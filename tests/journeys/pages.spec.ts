import { expect, test, type Page } from '#tests/kit/browser/journey.ts'
import { toastOf } from '#tests/kit/browser/popups.ts'
import { h1 } from '#tests/kit/browser/parts.ts'

/** Whether the top of an element is in the viewport. */
const isAtHand = async (page: Page, name: string) => {
  const { y } = (await page.getByRole('heading', { name }).boundingBox()) ?? { y: -1 }
  return y >= 0 && y < (page.viewportSize()?.height ?? 0)
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the blogs are four articles that open on their own, each with an anchor [pages-1]', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''))
  })
  await page.goto('/blogs')
  await test.step('collapsed text is still found by the browser’s search, and in no script', async () => {
    await expect(page.getByText('Computers count in halves')).toBeHidden()
    const text = page.locator('#unit-testing p').first()
    // Text that the browser's search may open: hidden only by the closed element around it.
    const isShown = (it: Element) => it.checkVisibility({ checkOpacity: true, contentVisibilityAuto: true })
    expect(await text.evaluate(isShown)).toBe(false)
    await expect(text).not.toHaveCSS('display', 'none')
    await page.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.join('')).not.toContain('Computers count in halves')
  })
  const topics = [/state/i, /prototypal inheritance/i, /unit test/i, /React, Vue or Angular/]
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(topics)
  await expect(page.getByRole('article')).toHaveCount(0)
  for (const [opened, topic] of topics.entries()) {
    await headings.filter({ hasText: topic }).click()
    await expect(page.getByRole('article')).toHaveCount(opened + 1)
  }
  await headings.first().click()
  await expect(page.getByRole('article')).toHaveCount(3)

  await page.getByRole('button', { name: 'Copy link to “React, Vue or Angular?”' }).click()
  await expect(toastOf(page, 'Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(new URL('/blogs#react-vue-angular', page.url()).href)
  await page.goto('/')
  await page.goto(copied)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => isAtHand(page, 'React, Vue or Angular?')).toBe(true)
  await test.step('it prints without the others and without buttons', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(headings).toHaveText(['React, Vue or Angular?'])
    await expect(page.getByRole('button', { name: /^Copy link/ })).toHaveCount(0)
  })
})

test('a page prints as its text alone; its links navigate without a reload, anchors to its sections', async ({
  page,
}) => {
  await page.goto('/privacy')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await page.emulateMedia({ media: 'print' })
  await expect(h1(page, 'Privacy')).toBeVisible()
  await expect(contents).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await contents.getByRole('link', { name: 'How it’s deleted' }).click()
  await expect(page).toHaveURL(/\/privacy#how-it-?s-deleted$/)
  await expect.poll(() => isAtHand(page, 'How it’s deleted')).toBe(true)
  await page.getByRole('main').getByRole('link', { name: 'write to the club' }).click()
  await expect(h1(page, 'Contact')).toBeFocused()
  await expect(page).toHaveTitle('Contact · Dogear')
  await expect(page.locator('html')).toHaveAttribute('data-same-page', '')
})
