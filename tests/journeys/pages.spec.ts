import { expect, test, untilHydrated, type Page } from '#tests/kit/browser/journey.ts'
import { toastOf } from '#tests/kit/browser/popups.ts'

/** Whether the top of an element is in the viewport. */
const isAtHand = async (page: Page, name: string) => {
  const { y } = (await page.getByRole('heading', { name }).boundingBox()) ?? { y: -1 }
  return y >= 0 && y < (page.viewportSize()?.height ?? 0)
}

test('the blogs are four articles that open on their own, each with an anchor [pages-1]', async ({ page }) => {
  await page.goto('/blogs')
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
  await page.goto('/')
  await page.goto('/blogs#prototypal-inheritance')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').getByRole('link', { name: 'Link to this article' })).toHaveAttribute(
    'href',
    '#prototypal-inheritance',
  )
})

test.describe('a link to an article', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('can be copied, and opens it where it is', async ({ page }) => {
    await page.goto('/blogs')
    await untilHydrated(page)
    await page.getByRole('heading', { name: 'React, Vue or Angular?' }).click()
    await page.getByRole('button', { name: 'Copy link to “React, Vue or Angular?”' }).click()
    await expect(toastOf(page, 'Link copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(new URL('/blogs#react-vue-angular', page.url()).href)
    await page.goto('/')
    await page.goto(copied)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect.poll(() => isAtHand(page, 'React, Vue or Angular?')).toBe(true)
  })
})

test('collapsed text is still found by the browser’s search', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByText('Computers count in halves')).toBeHidden()
  const found = await page.evaluate(() => {
    const text = document.querySelector('#unit-testing p')
    // Text that the browser's search may open: hidden only by the closed element around it.
    return (
      text?.checkVisibility({ checkOpacity: true, contentVisibilityAuto: true }) === false &&
      getComputedStyle(text).display !== 'none'
    )
  })
  expect(found).toBe(true)
})

test('articles and content pages are in no script bundle', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''))
  })
  await page.goto('/blogs#unit-testing')
  await expect(page.getByText('Computers count in halves')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.join('')).not.toContain('Computers count in halves')
})

test('a page’s links navigate without a reload, and anchors lead to its sections', async ({ page }) => {
  await page.goto('/privacy')
  await untilHydrated(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'How it’s deleted' }).click()
  await expect(page).toHaveURL(/\/privacy#how-it-?s-deleted$/)
  await expect.poll(() => isAtHand(page, 'How it’s deleted')).toBe(true)
  await page.getByRole('main').getByRole('link', { name: 'write to the club' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
  await expect(page).toHaveTitle('Contact · Dogear')
  await expect(page.locator('html')).toHaveAttribute('data-same-page', '')
})

test('a page prints as its text alone', async ({ page }) => {
  await page.goto('/privacy')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.goto('/blogs#unit-testing')
  await expect(page.getByText('Computers count in halves')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy link/ })).toHaveCount(0)
  // The only open article.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'What is a unit test, and why write one?',
  ])
})
