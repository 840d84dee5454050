import { bookPath } from '#contract/books/book-path.ts'
import { expect, test, type Page } from '#tests/kit/browser/journey.ts'
import { openCatalogue } from '#tests/kit/browser/shop-settings.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { h1, cards } from '#tests/kit/browser/parts.ts'

test.use({ shopSettings: openCatalogue })

/** Metadata in a page's head, by name or property. */
const headOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const entries = [...document.head.querySelectorAll('meta[content]')].map((meta): [string, string] => [
      meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
      meta.getAttribute('content') ?? '',
    ])
    const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? ''
    return { ...Object.fromEntries(entries), canonical, title: document.title }
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages have link previews and icons, and lists link their feed and OpenSearch', async ({
    page,
    shop,
    request,
  }) => {
    const named = (rel: string) => page.locator(`head link[rel=${rel}][type$=xml]`)
    for (const path of ['/', '/advertises', '/books/novel-book', '/blogs', '/about'])
      await test.step(path, async () => {
        await page.goto(path)
        const head = await headOf(page)
        expect(head).toMatchObject({
          canonical: shop.origin + path,
          'og:url': shop.origin + path,
          'og:site_name': 'Dogear',
          'og:type': 'website',
          'og:image': `${shop.origin}/share/site.png`,
          'twitter:card': 'summary_large_image',
        })
        expect(head['description']?.length).toBeGreaterThan(20)
        expect(head['og:description']).toBe(head['description'])
        expect(head.title).toContain('Dogear')
      })
    expect((await request.get(`${shop.origin}/share/site.png`)).headers()['content-type']).toBe('image/png')

    for (const [path, feed] of [
      ['/all-products', '/all-products.atom'],
      ['/search?q=salt&sort=price&photo=true', '/search.atom?q=salt&photo=true'],
      ['/books/novel-book', '/search.atom?category=novel-book'],
    ] as const)
      await test.step(feed, async () => {
        await page.goto(path)
        await expect(named('alternate')).toHaveAttribute('href', feed)
        expect((await request.get(feed)).headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
        await expect(named('search')).toHaveAttribute('href', '/opensearch.xml')
      })
    expect(await (await request.get('/opensearch.xml')).text()).toContain('/search?q={searchTerms}')

    const places = await page
      .locator('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(places).toHaveLength(4)
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    const icons = (manifest.icons as { src: string }[]).map(({ src }) => src)
    for (const place of [...places, ...icons]) expect((await request.get(place)).status(), place).toBe(200)
  })
})

test('an address with an old title redirects to the current one; titles are escaped', async ({
  page,
  shop,
  request,
}) => {
  const seller = await aMember(shop, 'seller')
  const id = await aBookOf(shop, seller, { book_name: 'Дом, которого нет: “Neü”' })
  const address = bookPath({ id, title: 'Дом, которого нет: “Neü”' })
  expect(decodeURIComponent(address)).toBe(`/advertise/${id}/дом-которого-нет-neü`)
  await page.goto('/all-products')
  await page.getByRole('link', { name: 'Дом, которого нет: “Neü”', exact: true }).click()
  await expect(h1(page, 'Дом, которого нет: “Neü”')).toBeFocused()
  expect(new URL(page.url()).pathname).toBe(address)
  for (const other of ['an-earlier-title', '%D0%B4%D0%BE%D0%BC', 'ДОМ']) {
    const answer = await request.get(`/advertise/${id}/${other}?from=a`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([301, `${address}?from=a`])
    expect(answer.headers()['cache-control']).toBe('no-cache')
  }
  expect((await request.get(address)).status()).toBe(200)
  await page.goto(`/advertise/${id}`)
  expect(await headOf(page)).toMatchObject({ canonical: shop.origin + address, 'og:url': shop.origin + address })
  expect(new URL(page.url()).pathname).toBe(`/advertise/${id}`)
  expect((await request.get(`/advertise/${id}/a/b`)).status()).toBe(404)

  await test.step('a title that is markup', async () => {
    const title = '</script><script>document.title = "taken over"</script>'
    await page.goto(`/advertise/${await aBookOf(shop, seller, { book_name: title })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await page.title()).toContain(title)
    const facts = await page.locator('script[type="application/ld+json"]').textContent()
    expect((JSON.parse(facts ?? '') as { name: string }).name).toBe(title)
  })
})

test.describe('a photo that fails to load', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('is replaced by a drawn cover that says so', async ({ page }) => {
    await page.route(/\/images\//, (route) => route.abort())
    await page.goto('/all-products')
    const card = cards(page).first()
    await expect(card.getByRole('img', { name: /^Cover made from title — seller gave no photo: / })).toBeVisible()
    await expect(card.getByRole('img', { name: /^Cover of / })).toHaveCount(0)
  })
})
