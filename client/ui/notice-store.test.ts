import { afterEach, expect, test } from 'vitest'
import { currentNotices, dismissNotice, hostNotices, isTopHost, showPopup, toast } from './notice-store.ts'

afterEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id)
})

test('the newest popup stands alone, for as long as it was given; toasts stay beside it', () => {
  toast('Link copied', 'success')
  showPopup({ title: 'First', kind: 'error', ms: 1000 })
  showPopup({ title: 'Success!', text: 'Your product has been added!', kind: 'success', ms: 2000 })
  expect(currentNotices().map(({ title, ms }) => [title, ms])).toEqual([
    ['Link copied', 2000],
    ['Success!', 2000],
  ])
})

test('blank and failed toasts stand 4 seconds, and at most 20 stand at once [notice-store-1]', () => {
  toast('oldest')
  for (let count = 0; count < 20; count++) toast(`toast ${count}`, 'error')
  const shown = currentNotices()
  expect(shown).toHaveLength(20)
  expect(shown[0]).toMatchObject({ title: 'toast 0', ms: 4000 })
})

test('the topmost host shows the notices, and gives them back', () => {
  const leavePage = hostNotices('page')
  const leaveDialog = hostNotices('dialog')
  expect([isTopHost('page'), isTopHost('dialog')]).toEqual([false, true])
  leaveDialog()
  expect(isTopHost('page')).toBe(true)
  leavePage()
})
