import { afterEach, expect, test, vi } from 'vitest'
import { whenOnline } from './lazy-part.ts'

afterEach(() => vi.unstubAllGlobals())

function browser(onLine: boolean) {
  const [navigator, window] = [{ onLine }, new EventTarget()]
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', window)
  return {
    goOnline() {
      navigator.onLine = true
      window.dispatchEvent(new Event('online'))
    },
  }
}

test('what can’t be loaded offline is loaded once there is a connection', async () => {
  const { goOnline } = browser(false)
  let tries = 0
  const loaded = whenOnline(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return 'here'
  })
  await Promise.resolve().then(() => {})
  expect(tries).toBe(1)
  goOnline()
  expect(await loaded).toBe('here')
})

test('what fails online fails at once', async () => {
  browser(true)
  await expect(whenOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})
