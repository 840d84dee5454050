import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorNumber, RequestNumber } from './error-number.tsx'

test('a page that failed on the server tells its number, one that failed in the browser has none', () => {
  const number = createElement(ErrorNumber)
  expect(renderToStaticMarkup(createElement(RequestNumber, { value: 'r-17' }, number))).toContain('Error no. r-17')
  expect(renderToStaticMarkup(number)).toMatch(/><\/p>$/)
})
