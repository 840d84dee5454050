import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standInBrowser } from '#tests/kit/browser/stand-in-browser.ts'
import { setProofSource, readClubToken } from './club-token.ts'
import { expiryOf, scheduleTokenRenewal, renewalDelay } from './club-token-renewal.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 4, 1, 12)

/** A token that ends at `at`, as far as anyone can tell who does not check the signature. */
const tokenUntil = (at: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: at / 1000, n: '>?' })).toString('base64url')}.s`

let minted: string[]
let stop = () => {}

/** Answers /api/jwt with tokens of an hour, or as the test sets. */
function serveTokens(answer = () => Response.json({ token: tokenUntil(Date.now() + 60 * MINUTE) })) {
  vi.stubGlobal('fetch', async (path: string) => {
    minted.push(path)
    return answer()
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  standInBrowser('http://127.0.0.1')
  // Node's own locks wait on real timers now and then; one tab needs none.
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } })
  minted = []
  serveTokens()
  setProofSource({ email: 'ada@example.org', getProof: () => Promise.resolve('proof') })
})

afterEach(() => {
  stop()
  setProofSource(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a token says when it ends; what is no token has ended', () => {
  expect(expiryOf(tokenUntil(START))).toBe(START)
  for (const text of ['', 'a.b.c', 'h.e30.s']) expect(expiryOf(text)).toBe(0)
})

test('five minutes before the end it is time', () => {
  expect(renewalDelay(tokenUntil(START + 60 * MINUTE), START)).toBe(55 * MINUTE)
  expect(renewalDelay(tokenUntil(START + 4 * MINUTE), START)).toBe(0)
})

test('it is renewed five minutes before its end, not earlier, and again an hour later', async () => {
  localStorage.setItem('club', tokenUntil(START + 60 * MINUTE))
  stop = scheduleTokenRenewal()
  await vi.advanceTimersByTimeAsync(55 * MINUTE - 1)
  expect(minted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(minted).toEqual(['/api/jwt'])
  expect(readClubToken()).toBe(tokenUntil(START + 115 * MINUTE))
  await vi.advanceTimersByTimeAsync(55 * MINUTE)
  expect(minted).toHaveLength(2)
})

test('a clock that runs ahead does not make it renew without end', async () => {
  serveTokens(() => Response.json({ token: tokenUntil(START - MINUTE) }))
  localStorage.setItem('club', tokenUntil(START - 2 * MINUTE))
  stop = scheduleTokenRenewal()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(minted).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(minted).toHaveLength(2)
})

test('a server that is away is asked again; one that says no is not', async () => {
  serveTokens(() => new Response(null, { status: 503 }))
  localStorage.setItem('club', tokenUntil(START + 5 * MINUTE))
  stop = scheduleTokenRenewal()
  await vi.advanceTimersByTimeAsync(65_000)
  expect(minted).toHaveLength(3)

  serveTokens(() => new Response(null, { status: 401 }))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(minted).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(minted).toHaveLength(4)
})

test('nothing is renewed once it has been stopped, or without a token', async () => {
  stop = scheduleTokenRenewal()
  localStorage.setItem('club', tokenUntil(START + 6 * MINUTE))
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  scheduleTokenRenewal()()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(minted).toEqual([])
})
