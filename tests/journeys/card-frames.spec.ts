import { screenPolicy } from '#server/http/security-headers.ts'
import { stripeOrigins } from '#server/providers/stripe/stripe-origins.ts'
import { expect, test } from '#tests/kit/browser/journey.ts'

const policy = screenPolicy([stripeOrigins], [])

// Errors of the two blocked origins, whose names don't resolve here.
test.use({ expectedConsoleErrors: [/stranger\.example|ERR_NAME_NOT_RESOLVED/] })

test('the browser admits the card provider’s frames and scripts, and no others', async ({ page }) => {
  // No request leaves this machine: those that the policy allows are answered here.
  await page.route('https://**', async (route) => {
    const isOurs = route.request().url() === 'https://club.example/'
    await route.fulfill({
      contentType: 'text/html',
      body: '',
      headers: isOurs ? { 'content-security-policy': policy } : {},
    })
  })
  await page.goto('https://club.example/')
  const refused = await page.evaluate(async () => {
    const seen: string[] = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${new URL(blockedURI).host}`),
    )
    const load = (tag: 'iframe' | 'script', host: string) =>
      new Promise<void>((resolve) => {
        const element = Object.assign(document.createElement(tag), { src: `https://${host}/x` })
        element.addEventListener('load', () => resolve())
        element.addEventListener('error', () => resolve())
        document.body.append(element)
      })
    const hosts = ['js.stripe.com', 'm-outer.js.stripe.com', 'b.js.stripe.com', 'stranger.example']
    for (const host of [...hosts, 'hooks.stripe.com']) await load('iframe', host)
    for (const host of hosts) await load('script', host)
    return seen
  })
  expect(refused).toEqual(['frame-src stranger.example', 'script-src-elem stranger.example'])
})
