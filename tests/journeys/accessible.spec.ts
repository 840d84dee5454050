import { violationsOn } from '#tests/kit/browser/axe.ts'
import { expect, test } from '#tests/kit/browser/journey.ts'
import { movingParts, smallTargets, tooWide, unmarkedLinks } from '#tests/kit/browser/page-rules.ts'
import { expectGoodScreens, journeysThrough, screenErrors } from '#tests/kit/browser/screen-journeys.ts'
import { screens } from '#tests/kit/browser/screens.ts'

test.describe('on a phone and a desktop', () => {
  test.use({ expectedConsoleErrors: screenErrors })
  for (const { name, seen } of journeysThrough(screens))
    test(name, async ({ page, club }) => {
      test.slow()
      await expectGoodScreens(page, club, seen)
    })
})

test('what breaks the rules is found: in frames too, and what is too wide, too small, moves or hides', async ({
  page,
}) => {
  // For the origin alone.
  await page.goto('/api/health')
  const frame = '<!doctype html><html lang=en><title>A</title><main><h1>A</h1><input type=text></main>'
  await page.setContent(`<html lang=en><title>A</title><main><h1>A</h1><button></button>
    <iframe title="A frame" srcdoc="${frame}"></iframe></main>`)
  await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible()
  const found = await violationsOn(page)
  expect(found.map((text) => text.split('\n')[0])).toEqual(expect.arrayContaining(['button-name', 'label']))

  // The shop's policy allows no styles of a test's own.
  await page.goto('about:blank')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(`<style>div { width: 400px; transition: opacity 1s } button { width: 20px; height: 20px }
    .reaching { position: relative } .reaching::after { content: ''; position: absolute; inset: -14px }</style>
    <div><button>x</button><button class="reaching">y</button><button class="reaching" style="overflow: hidden">z</button>
    </div><main><p>Within <a href="/">a line</a> of <a href="/" style="all: unset">text</a></p></main>`)
  expect(await tooWide(page)).toEqual(['HTML: 408 of 320'])
  const tooSmall = [/^20 by 20: <button>x/, /^20 by 20: <button.*>z/].map((told) => expect.stringMatching(told))
  expect(await smallTargets(page, 44)).toEqual(tooSmall)
  expect(await movingParts(page)).toEqual([expect.stringMatching(/^<div.*: 1 s$/s)])
  expect(await unmarkedLinks(page)).toEqual([expect.stringMatching(/>text<\/a>$/)])
})
