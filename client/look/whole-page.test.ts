import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** `:has()` on a root element: each change below it recalculates the styles of the whole page. */
const ASKS_OF_ALL = /(?:^|[\s,}])(?:html|body|:root|#main)[\w.[\]="-]*:has\([^>]/gm

test('no style hangs on what is anywhere in the page', () => {
  const sheets = readdirSync('client/look').filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(10)
  const found = sheets.flatMap((file) => readFileSync(path.join('client/look', file), 'utf8').match(ASKS_OF_ALL) ?? [])
  expect(found).toEqual([])
})

test.each(['body:has(.search-screen) .search-box {', 'main,\nhtml[data-club]:has(dialog) {'])('%j is found', (style) =>
  expect(style.match(ASKS_OF_ALL)).toHaveLength(1),
)
