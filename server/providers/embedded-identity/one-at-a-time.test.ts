import { beforeEach, expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'
import { linkIn, startIdentityServer, type Browser } from '#tests/port-suites/identity-server.ts'

const old = 'what the thief knows'
const chosen = 'what only the owner knows'

const server = await startIdentityServer()
// Holds the first writer after its password check and before its write.
await server.sql('CREATE TABLE public.held (what text)')
await server.sql('CREATE SEQUENCE public.turns')
await server.sql(`CREATE FUNCTION public.wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM public.held WHERE what = TG_TABLE_NAME) THEN
    IF nextval('public.turns') = 1 THEN
      WHILE EXISTS (SELECT FROM public.held) LOOP PERFORM pg_sleep(0.01); END LOOP;
    END IF;
  END IF;
  RETURN NEW; END $$`)
await server.sql(`CREATE TRIGGER held BEFORE INSERT ON identity.session
  FOR EACH ROW EXECUTE FUNCTION public.wait_here()`)
await server.sql(`CREATE TRIGGER held BEFORE UPDATE ON identity.account
  FOR EACH ROW EXECUTE FUNCTION public.wait_here()`)
beforeEach(() => server.sql(`SELECT setval('public.turns', 1, false)`))

let people = 0
async function aThief() {
  const email = `owner.${++people}@example.com`
  const thief = server.browser()
  expect((await thief.send('POST', 'sign-up/email', { name: '', email, password: old })).status).toBe(200)
  const mailed = (page: string) =>
    linkIn(server.mails.findLast(({ to, text }) => to.address === email && text.includes(page))).searchParams.get(
      'token',
    )
  return { email, thief, mailed }
}

/** Starts the thief's request, sends the owner's while the first is held, then releases it. */
async function during(table: 'session' | 'account', thief: () => Promise<unknown>, owner: () => Promise<unknown>) {
  await server.sql('INSERT INTO public.held VALUES ($1)', [table])
  const begun = thief()
  await until(async () => (await server.sql(`SELECT is_called FROM public.turns`))[0]?.is_called === true)
  let isDone = false
  const answered = owner().finally(() => (isDone = true))
  // Without the lock the owner would be done by then; with it there is nothing to wait for.
  const soon = Date.now() + 1000
  await until(() => isDone || Date.now() > soon)
  await server.sql('DELETE FROM public.held')
  await Promise.all([begun, answered])
}

const reset = async (browser: Browser, email: string, mailed: (page: string) => string | null) => {
  await browser.send('POST', 'request-password-reset', { email })
  const token = mailed('/reset-password')
  return () => browser.send('POST', 'reset-password', { token, newPassword: chosen })
}

const signIn = (browser: Browser, email: string, password: string) =>
  browser.send('POST', 'sign-in/email', { email, password })

test('a sign-in that began before the password was reset does not outlive the reset', async () => {
  const { email, mailed } = await aThief()
  const [late, owner] = [server.browser(), server.browser()]
  const choose = await reset(owner, email, mailed)
  await during('session', () => signIn(late, email, old), choose)
  expect(await late.proof()).toBeNull()
  expect(await owner.proof()).not.toBeNull()
})

test('a change of the password that began before it was reset does not undo the reset', async () => {
  const { email, thief, mailed } = await aThief()
  // Verified, so there is no unverified owner to revoke.
  await server.sql('UPDATE identity."user" SET "emailVerified" = true WHERE email = $1', [email])
  const owner = server.browser()
  const choose = await reset(owner, email, mailed)
  await during(
    'account',
    () => thief.send('POST', 'change-password', { currentPassword: old, newPassword: old }),
    choose,
  )
  expect(await thief.proof()).toBeNull()
  expect((await signIn(server.browser(), email, old)).status).toBe(401)
  expect((await signIn(server.browser(), email, chosen)).status).toBe(200)
})
