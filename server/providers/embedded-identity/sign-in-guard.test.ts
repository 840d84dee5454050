import { describe, expect, test } from 'vitest'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { until } from '#tests/kit/until.ts'
import { deviceCookies } from './device-cookie.ts'
import { deleteFullBudgets, GUESSES_TABLE } from './guesses.sql.ts'
import { signInGuard, type Admission } from './sign-in-guard.ts'

const secret = 'a secret for tests that is long enough'
const start = new Date('2026-01-01T00:00:00Z').getTime()
const database = await testDatabase()
await database.pool.query(GUESSES_TABLE)

/** A guard whose clock the test moves; pauses move it, too. */
function aGuard() {
  let seconds = 0
  const waits: number[] = []
  const clock = { now: () => new Date(start + seconds * 1000) }
  const pause = async (ms: number) => {
    waits.push(ms)
    seconds += ms / 1000
  }
  const guard = () => signInGuard({ pool: database.pool, clock, secret }, pause)
  const email = `${crypto.randomUUID()}@example.org`
  const present = guard()
  const guess = (client: string, device: string | null = null, by = present) => by.admit({ email, client, device })
  return { guess, guard, waits, clock, advance: (more: number) => void (seconds += more), succeeded: present.succeeded }
}
const verdict = (admission: Admission) => (admission.mayTry ? 'try' : admission.seconds)
/** Uses up an account's shared guesses: 20 from 4 networks, 10 from networks that had not tried. */
async function underAttack(guess: (client: string) => Promise<Admission>) {
  for (let network = 0; network < 4; network++) for (let turn = 0; turn < 5; turn++) await guess(`attacker ${network}`)
  for (let network = 0; network < 10; network++) await guess(`fresh attacker ${network}`)
}

describe('guessing', () => {
  test('from one network ends after five wrong ones, without effect on other networks', async () => {
    const { guess, waits, advance } = aGuard()
    const seen: (string | number)[] = []
    for (let turn = 0; turn < 7; turn++) seen.push(verdict(await guess('attacker')))
    expect(seen).toEqual(['try', 'try', 'try', 'try', 'try', 180, 180])
    expect(verdict(await guess('owner on another network'))).toBe('try')
    expect(waits).toEqual([])
    advance(180)
    expect([verdict(await guess('attacker')), verdict(await guess('attacker'))]).toEqual(['try', 180])
  })

  test('from many networks is held to the account’s own measure, also at the same moment', async () => {
    const { guess, advance } = aGuard()
    const flood = (name: string) =>
      Promise.all(Array.from({ length: 60 }, (_, at) => guess(`${name} ${Math.floor(at / 5)}`)))
    const made = async (name: string) => (await flood(name)).filter(({ mayTry }) => mayTry).length
    const first = await made('a')
    expect(first).toBeGreaterThanOrEqual(20)
    expect(first).toBeLessThanOrEqual(30)
    // A quarter of an hour refills 20 and 10 of the reserve; a few more stand for those that were held up.
    advance(900)
    expect(await made('b')).toBeLessThanOrEqual(32)
  })

  test('from all networks of one block ends after ten, and takes no reserve from others', async () => {
    for (const networkOf of [(at: number) => `2001:0db8:0001:${at}::`, (at: number) => `192.0.2.${at}`]) {
      const { guess } = aGuard()
      const made = []
      for (let at = 0; at < 60; at++) if ((await guess(networkOf(at))).mayTry) made.push(at)
      expect(made).toHaveLength(10)
      expect(verdict(await guess('2001:0db8:0002:0001::'))).toBe('try')
    }
  })

  test('leaves a reserve to a network that has not tried yet', async () => {
    const { guess } = aGuard()
    for (let network = 0; network < 4; network++)
      for (let turn = 0; turn < 5; turn++) await guess(`attacker ${network}`)
    expect(verdict(await guess('owner on a new network'))).toBe('try')
  })

  test('holds up, then refuses with the time to come back, and that costs nothing', async () => {
    const { guess, waits, advance } = aGuard()
    await underAttack(guess)
    for (let turn = 0; turn < 9; turn++) expect(verdict(await guess('owner on a new network'))).toBe(45)
    expect(waits).toEqual([])
    advance(30)
    expect(verdict(await guess('owner on a new network'))).toBe('try')
    expect(waits).toEqual([15_000])
  })

  test('holds a few up at the same time, and refuses the rest at once', async () => {
    const { guess, clock, advance } = aGuard()
    await underAttack(guess)
    advance(30)
    let [heldUp, goOn] = [0, () => {}]
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const hold = () => ((heldUp += 1), released)
    const patient = signInGuard({ pool: database.pool, clock, secret }, hold)
    const verdicts: (string | number)[] = []
    const crowd = Array.from({ length: 15 }, async (_, network) =>
      verdicts.push(verdict(await guess(`late attacker ${network}`, null, patient))),
    )
    await until(() => heldUp + verdicts.length === 15)
    expect({ heldUp, verdicts }).toEqual({ heldUp: 10, verdicts: [15, 15, 15, 15, 15] })
    advance(15)
    goOn()
    await Promise.all(crowd)
    expect(verdicts.filter((one) => one === 'try')).toHaveLength(1)
  })

  test('outlives a restart, and another instance counts along', async () => {
    const { guess, guard } = aGuard()
    for (let turn = 0; turn < 5; turn++) await guess('attacker')
    expect(verdict(await guess('attacker', null, guard()))).toBe(180)
  })

  test('the right password gives back what it has cost', async () => {
    const { guess, succeeded } = aGuard()
    for (let turn = 0; turn < 30; turn++) {
      const admission = await guess('owner')
      expect([turn, verdict(admission)]).toEqual([turn, 'try'])
      if (admission.mayTry) await succeeded(admission.spent)
    }
  })

  test('of a browser that is known is its own affair, and hopeless, too', async () => {
    const { guess } = aGuard()
    await underAttack(guess)
    for (let turn = 0; turn < 20; turn++) expect(verdict(await guess('owner', 'the phone'))).toBe('try')
    expect(verdict(await guess('owner', 'the phone'))).not.toBe('try')
    for (let device = 0; device < 10; device++)
      for (let turn = 0; turn < 20; turn++) await guess(`n ${device}.${turn}`, `device ${device}`)
    expect(verdict(await guess('elsewhere', 'yet another device'))).not.toBe('try')
  })

  test('leaves nothing behind once it is over', async () => {
    const { guess, clock, advance } = aGuard()
    await guess('owner')
    advance(24 * 3600)
    await deleteFullBudgets(database.pool, clock.now())
    expect((await database.pool.query('SELECT 1 FROM guesses')).rows).toEqual([])
  })
})

describe('the cookie of a known browser', () => {
  let now = start
  const cookies = deviceCookies(secret, { now: () => new Date(now) })
  const request = (cookie = '', origin = 'http://localhost:4000') =>
    new Request(`${origin}/api/identity/sign-in/email`, { headers: { cookie } })
  const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

  test('knows it for who signed in there, for several people, and for a year', () => {
    const first = cookieOf(cookies.remember(request(), 'ann@example.org'))
    const both = cookieOf(cookies.remember(request(`a=b; ${first}`), 'bob@example.org'))
    expect(cookies.find(request(both), 'ann@example.org')).toBe(cookies.find(request(first), 'ann@example.org'))
    expect(cookies.find(request(both), 'bob@example.org')).toMatch(/^[\w-]{16}$/)
    expect(cookies.find(request(both), 'eve@example.org')).toBeNull()
    expect(Buffer.from(both, 'base64url').toString()).not.toContain('ann')
    now += 366 * 24 * 3600 * 1000
    expect(cookies.find(request(both), 'ann@example.org')).toBeNull()
    now = start
  })

  test('can’t be made up or altered', () => {
    const good = cookieOf(cookies.remember(request(), 'ann@example.org'))
    const [name, text = ''] = good.split('=')
    const [entries = '', signature = ''] = text.split('.')
    const other = deviceCookies('another secret that is long enough', { now: () => new Date(now) })
    for (const bad of [
      '',
      name,
      `${name}=`,
      `${name}=.`,
      `${name}=${entries}`,
      `${name}=${entries}.${signature.slice(1)}x`,
      `${name}=${entries.slice(0, -2)}.${signature}`,
      cookieOf(other.remember(request(), 'ann@example.org')),
    ])
      expect([bad, cookies.find(request(bad), 'ann@example.org')]).toEqual([bad, null])
  })

  test('is for https alone where the shop is', () => {
    expect(cookies.remember(request('', 'https://books.example.org'), 'ann@example.org')).toMatch(
      /^__Secure-dogear\.device=.*; Secure$/,
    )
  })
})

describe('at the door', async () => {
  const server = await startIdentityServer({ rateLimits: true })

  test('twenty wrong guesses hold up neither the owner’s own browser nor another network', async () => {
    const email = 'owner@example.org'
    const word = 'the right one'
    const at = (client: string, body: object, cookie = '') =>
      server.identity.handle(
        new Request(`${server.origin}/api/identity/sign-in/email`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: server.origin,
            'x-dogear-client-address': client,
            cookie,
          },
          body: JSON.stringify(body),
        }),
      )
    const browser = server.browser()
    await browser.send('POST', 'sign-up/email', { name: '', email, password: word })
    const device = [...browser.cookies].find(([name]) => name.endsWith('dogear.device'))?.[1]
    const statuses = []
    for (let turn = 0; turn < 20; turn++)
      statuses.push((await at('198.51.100.1', { email, password: 'a guess' })).status)
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const refused = await at('198.51.100.1', { email, password: word })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const fromNewNetwork = await at('203.0.113.9', { email, password: word })
    expect(fromNewNetwork.status).toBe(200)
    expect(fromNewNetwork.headers.getSetCookie().join()).toContain('dogear.device=')
    // Even from the attacker's own network, as in a public library.
    const known = await at('198.51.100.1', { email, password: word }, `dogear.device=${device}`)
    expect(known.status).toBe(200)
    expect(known.headers.getSetCookie().join()).not.toContain('dogear.device=')
  })

  test('a stolen session can’t be used to guess its owner’s password', async () => {
    const owner = { email: 'robbed@example.org', password: 'the right one' }
    const browser = server.browser()
    await browser.send('POST', 'sign-up/email', { name: '', ...owner })
    const device = [...browser.cookies.keys()].find((name) => name.endsWith('dogear.device'))!
    browser.cookies.delete(device)
    const change = async (currentPassword: string) =>
      (await browser.send('POST', 'change-password', { currentPassword, newPassword: 'the thief’s' })).status
    const statuses = []
    for (let turn = 0; turn < 7; turn++) statuses.push(await change('a guess'))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect(await change(owner.password)).toBe(429)
    server.clock.advance(180)
    expect(await change(owner.password)).toBe(200)
  })

  test('a browser in which a link has set the password is known, too', async () => {
    const isKnown = (browser: Browser) => [...browser.cookies.keys()].some((name) => name.endsWith('dogear.device'))
    const email = 'forgetful@example.org'
    await server.browser().send('POST', 'sign-up/email', { name: '', email, password: 'soon forgotten' })
    const token = () => linkIn(server.mails.at(-1)).searchParams.get('token')
    const [confirming, resetting] = [server.browser(), server.browser()]
    await confirming.send('POST', 'verify-email', { token: token(), newPassword: 'a second one' })
    await resetting.send('POST', 'request-password-reset', { email })
    const reset = { token: token(), newPassword: 'a third one' }
    expect((await resetting.send('POST', 'reset-password', reset)).status).toBe(200)
    expect([isKnown(confirming), isKnown(resetting)]).toEqual([true, true])
    const late = server.browser()
    expect((await late.send('POST', 'reset-password', reset)).status).toBe(400)
    expect(isKnown(late)).toBe(false)
  })
})
