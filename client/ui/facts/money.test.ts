import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money } from './money.tsx'

test('a large amount may have its currency’s code on a line of its own; others stay in one piece', () => {
  const amount = { minor: 1_250_000, currency: 'HUF' }
  expect(renderToStaticMarkup(createElement(Money, { amount, mayBreak: true }))).toContain('>HUF 12,500.00<')
  expect(renderToStaticMarkup(createElement(Money, { amount }))).toContain('>HUF\u00A012,500.00<')
})
