import { expect, test } from 'vitest'
import { standInBrowser } from '#tests/kit/browser/stand-in-browser.ts'
import { codeQueue } from './code-queue.ts'

test('codes that an earlier version stored are still sent', () => {
  standInBrowser('http://127.0.0.1')
  const id = '00000000-0000-4000-8000-000000000001'
  localStorage.setItem('hand-over-codes:ada', JSON.stringify({ [id]: '123456' }))
  expect(codeQueue.stateOf('ada').items).toEqual([{ id, code: '123456' }])
})
