import { expect, test, type Page, accountMenu, logOut, sendLogin, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime } from '#tests/kit/browser/popups.ts'
import { h1, sideMenu } from '#tests/kit/browser/parts.ts'

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const clubToken = (page: Page) => page.evaluate(() => localStorage.getItem('club'))
const anAddress = () => `someone-${crypto.randomUUID()}@example.org`

async function signUp(page: Page, email: string, role: 'Buyer' | 'Seller' | null): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Noor Faraday')
  await password(page).fill('six letters')
  if (role) await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
}

test.describe('the login form', () => {
  test('has the specification’s parts, shows missing input in a one-second popup, warns of Caps Lock [identity-1]', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(password(page)).toHaveAttribute('type', 'password')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
    await password(page).fill('12345')
    await test.step('shown on demand', async () => {
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(password(page)).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Hide password' }).click()
      await expect(password(page)).toHaveAttribute('type', 'password')
    })
    await test.step('Caps Lock', async () => {
      await password(page).focus()
      await password(page).evaluate((input) =>
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
      )
      await expect(page.getByText('Caps Lock is on.')).toBeVisible()
      await page.getByLabel('Email').focus()
      await expect(page.getByText('Caps Lock is on.')).toHaveCount(0)
    })
    await stopTime(page)
    await test.step('both empty', async () => {
      await password(page).fill('')
      await loginButton(page).click()
      const notice = popup(page, 'All fields are required')
      await expect(notice).toBeVisible()
      expect(await page.evaluate(() => document.activeElement?.closest('[role=alert] .sheet'))).toBeNull()
      await notice.hover()
      await page.clock.runFor(60_000)
      await expect(notice).toBeVisible()
      await page.mouse.move(0, 0)
      await expectStandsFor(page, notice, 1000)
      for (const field of [page.getByLabel('Email'), password(page)])
        await expect(field).toHaveAccessibleDescription(/All fields are required/)
    })
    await test.step('no password', async () => {
      await page.getByLabel('Email').fill('ann@example.org')
      await loginButton(page).click()
      await expectStandsFor(page, popup(page, 'All fields are required'), 1000)
      await expect(page.getByLabel('Email')).not.toHaveAccessibleDescription(/All fields are required/)
      await expect(page.getByLabel('Email')).toHaveValue('ann@example.org')
      await expect(password(page)).toHaveAccessibleDescription(/All fields are required/)
    })
    await test.step('a short one', async () => {
      await password(page).fill('12345')
      await loginButton(page).click()
      await expectStandsFor(page, popup(page, 'Password must be at least 6 characters'), 1000)
      await expect(password(page)).toHaveAccessibleDescription(/Password must be at least 6 characters/)
      await expect(password(page)).toHaveValue('12345')
    })
  })

  test('welcomes for two seconds, and returns to the former page [identity-2]', async ({ page, shop }) => {
    const person = await aMember(shop, 'buyer')
    await page.goto('/all-products')
    await expect(page).toHaveURL('/login?from=%2Fall-products')
    await page.getByLabel('Email').fill(person.email)
    await password(page).fill(person.password)
    await stopTime(page)
    await loginButton(page).click()
    await expectStandsFor(page, popup(page, 'Welcome back'), 2000)
    await page.clock.resume()
    await expect(page).toHaveURL('/all-products')
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test.describe('that is refused', () => {
    // One tab may request its token just as the other logs out, whichever provider signs it.
    test.use({ expectedConsoleErrors: [/sign-in\/email|ERR_FAILED|status of 401.*\/api\/(identity\/token|jwt)\b/] })
    test('shows the identity service’s code; the club token stays until log-out in any tab [identity-3]', async ({
      page,
      shop,
    }) => {
      const signIn = '**/api/identity/sign-in/email'
      const person = await aMember(shop, 'buyer')
      await page.goto('/login?from=%2F%2Fevil.example%2F')
      await page.getByLabel('Email').fill(person.email)
      await password(page).fill('not this one')
      await loginButton(page).click()
      await expect(popup(page, 'auth/invalid-credential')).toBeVisible()
      // In the popup and in the form.
      await expect(page.getByRole('alert').getByText('That email and password don’t match.')).toHaveCount(2)
      await expect(page.getByLabel('Email')).toHaveValue(person.email)

      await password(page).fill(person.password)
      for (const [answer, code, words] of [
        [
          { status: 403, json: { code: 'INVALID_ORIGIN' } },
          'unauthorized-domain',
          'You can’t sign in at this web address',
        ],
        [null, 'network-request-failed', 'We couldn’t reach the shop. Please check your internet connection and'],
      ] as const)
        await test.step(code, async () => {
          await page.route(signIn, (route) => (answer ? route.fulfill(answer) : route.abort()))
          await loginButton(page).click()
          await expect(popup(page, `auth/${code}`)).toBeVisible()
          await expect(page.getByRole('alert').getByText(words)).toHaveCount(2)
          await expect(password(page)).toHaveValue(person.password)
          await page.unroute(signIn)
        })
      const answered = Promise.withResolvers<void>()
      await page.route(signIn, (route) => answered.promise.then(() => route.continue()))
      await loginButton(page).click()
      await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled()
      answered.resolve()
      await expect(accountMenu(page)).toBeVisible()
      await expect(page).toHaveURL(`${shop.origin}/`)
      expect((await clubToken(page))?.split('.')).toHaveLength(3)

      const otherTab = await page.context().newPage()
      await otherTab.goto('/dashboard')
      await expect(otherTab.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
      await logOut(page)
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
      expect(await clubToken(page)).toBeNull()
      await expect(otherTab).toHaveURL(/\/login/)
    })
  })
})

test.describe('signing up', () => {
  test('has the specification’s parts, rates the password while typing, and takes six characters [identity-4]', async ({
    page,
  }) => {
    await page.goto('/register')
    const seller = page.getByRole('radio', { name: /^Seller/ })
    for (const choice of [page.getByRole('radio', { name: /^Buyer/ }), seller]) await expect(choice).not.toBeChecked()
    await seller.check()
    await page.getByRole('button', { name: /^Clear/ }).click()
    await expect(seller).not.toBeChecked()
    await expect(page.getByLabel('Name')).toBeEditable()
    await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeEnabled()
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login')
    for (const [typed, said] of [
      ['tea', 'At least 3 more characters.'],
      ['tea salt', 'OK. For a stronger one, use three random words.'],
      ['tea salt road', 'Good length.'],
      ['', 'At least 6 characters; 12 or more is safer.'],
    ] as const) {
      await password(page).fill(typed)
      await expect(password(page)).toHaveAccessibleDescription(new RegExp(said))
    }
    await stopTime(page)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expectStandsFor(page, popup(page, 'All fields are required'), 1000)
    for (const field of [page.getByLabel('Email'), password(page)])
      await expect(field).toHaveAccessibleDescription(/All fields are required/)
    await page.getByLabel('Email').fill(anAddress())
    await password(page).fill('12345')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expectStandsFor(page, popup(page, 'Password must be at least 6 characters'), 1000)
    await password(page).fill('123456')
    const signUp = page.waitForRequest('**/api/signup')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expectStandsFor(page, popup(page, 'Welcome to Dogear'), 2000)
    // The password is the identity provider's alone.
    expect(Object.keys((await signUp).postDataJSON() as object).toSorted()).toEqual(['checked', 'email', 'name'])
  })

  test.describe('with an address that is taken', () => {
    test.use({ expectedConsoleErrors: [/sign-up\/email/] })
    test('shows the identity service’s code; without a role, the dashboard asks for it [identity-5]', async ({
      page,
      shop,
    }) => {
      const { email } = await aMember(shop, 'seller')
      await page.route('**/api/identity/sign-up/email', (route) => route.fulfill({ status: 429, json: {} }))
      await signUp(page, email, null)
      await expect(popup(page, 'auth/too-many-requests')).toBeVisible()
      await expect(page.getByRole('alert').getByText('Too many attempts. Please wait a minute')).toHaveCount(2)
      await page.unroute('**/api/identity/sign-up/email')
      await page.getByRole('button', { name: 'Sign up', exact: true }).click()
      // In the popup and in the form.
      await expect(popup(page, 'The email address is already in use by another account.')).toHaveCount(2)
      await expect(page.getByRole('main').getByRole('link', { name: 'Forgot password?' })).toBeVisible()
      await expect(page.getByLabel('Name')).toHaveValue('Noor Faraday')

      await page.getByLabel('Email').fill(anAddress())
      // The club's name is refused at the field, before anything is sent.
      await page.getByLabel('Name').fill('Dogear Admin')
      await page.getByRole('button', { name: 'Sign up', exact: true }).click()
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/looks like the club’s own name/)
      await page.getByLabel('Name').fill('Noor Faraday')
      await page.getByRole('button', { name: 'Sign up', exact: true }).click()
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
      await page.getByRole('button', { name: 'I want to sell' }).click()
      const menu = sideMenu(page)
      await expect(menu.getByRole('link', { name: 'Add A product' })).toBeVisible()
    })
  })

  test.describe('interrupted between the identity provider and the shop', () => {
    test.use({ expectedConsoleErrors: [/api\/signup|ERR_FAILED/] })
    test('is completed at the next sign-in, with the chosen role', async ({ page }) => {
      const email = anAddress()
      await page.route('**/api/signup', (route) => route.abort())
      await signUp(page, email, 'Seller')
      await expect(
        page
          .getByRole('alert')
          .getByText(/connection/)
          .first(),
      ).toBeVisible()
      await page.unroute('**/api/signup')
      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await password(page).fill('six letters')
      await loginButton(page).click()
      await expect(accountMenu(page)).toBeVisible()
      await page.goto('/dashboard/my-products')
      await expect(page.getByRole('link', { name: 'List your first book' })).toBeVisible()
    })
  })

  test('doesn’t redirect people who went to another page meanwhile', async ({ page }) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    // The name is saved last, when the session is known already.
    await page.route('**/update-user', async (route) => {
      await answered
      await route.continue()
    })
    await signUp(page, anAddress(), 'Seller')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await sideMenu(page).getByRole('link', { name: 'Add A product' }).click()
    await expect(h1(page, 'Add A Product')).toBeVisible()
    answer()
    const welcome = popup(page, 'Welcome to Dogear')
    await expect(welcome).toBeVisible()
    await expect(welcome).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\/add-product$/)
    await expect(h1(page, 'Add A Product')).toBeVisible()
  })
})

test.describe('the club token', () => {
  test('is renewed five minutes before it ends [identity-6]', async ({ page, shop }) => {
    const person = await aMember(shop, 'buyer')
    await enterAs(page, shop, person)
    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
    let minted = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/api/jwt') && response.ok()) minted += 1
    })
    const before = await clubToken(page)
    const { exp, iat } = JSON.parse(atob(before?.split('.')[1] ?? '')) as { exp: number; iat: number }
    expect(exp - iat).toBe(3600)
    // The server's own clock goes on: within the same second it would mint the very same token.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat)
    const now = await page.evaluate(() => Date.now())
    await page.clock.fastForward(exp * 1000 - 5 * 60_000 - now - 20_000)
    expect(minted).toBe(0)
    await page.clock.fastForward(25_000)
    await expect.poll(() => minted).toBe(1)
    await expect.poll(() => clubToken(page)).not.toBe(before)
  })
})

test.describe('a screen of another role', () => {
  test('shows You are not authorized, then leads to login with the reason, without a loop [identity-7]', async ({
    page,
    shop,
  }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/allusers/admin/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard/all-sellers')
    await expect(page.getByText('You are not authorized')).toBeVisible()
    answer()
    await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fall-sellers')
    await expect(page.getByRole('alert').getByText('You are not authorized: that page is for admins.')).toBeVisible()
    await expect(page.getByText('You’re signed in as')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('alert').getByText('You are not authorized: that page is for admins.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
  })

  test('leads a visitor to login and back, and refuses other roles [identity-8]', async ({ page, shop }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    const signInAsSeller = async () => {
      await sendLogin(page, seller)
    }
    const expectClosed = (who: string, path: string, audience: string) =>
      test.step(`${path} to a ${who}`, async () => {
        await page.goto(`/dashboard/${path}`)
        await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/dashboard/${path}`)}`)
        await expect(page.getByText(`You are not authorized: that page is for ${audience}.`)).toBeVisible()
      })

    await page.goto('/dashboard/my-buyers')
    await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fmy-buyers')
    await signInAsSeller()
    await expect(page).toHaveURL('/dashboard/my-buyers')
    await expect(h1(page, 'My buyers')).toBeVisible()
    await expectClosed('seller', 'settings', 'admins')

    await enterAs(page, shop, buyer)
    await expectClosed('buyer', 'figures', 'admins')
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await sendLogin(page, await demoMember(shop, 'admin'))
    await expect(page).toHaveURL('/dashboard/figures')
    await expect(h1(page, 'Figures')).toBeVisible()
    await expectClosed('admin', 'my-products', 'sellers')
  })

  test('shows You are not authorized only after 200 ms of waiting', async ({ page, shop }) => {
    await openAs(page, shop, await aMember(shop, 'buyer'), '/dashboard')
    // Time stands still, so those are not over however slow the machine is.
    await stopTime(page)
    await page.evaluate(() => {
      const note = () =>
        document.body.textContent.includes('You are not authorized') && (document.title = 'It was said')
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
    const letOneMillisecondPass = async () => {
      await page.clock.runFor(1)
      return page.getByText('You haven’t ordered anything yet.').count()
    }
    await expect.poll(letOneMillisecondPass, { intervals: [150] }).toBe(1)
    await expect(page).toHaveTitle('My Orders · Dogear')
  })
})

test.describe('a tab from before a new version', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('keeps typed input when a deployed chunk is gone', async ({ page }) => {
    await page.goto('/register')
    const typed = Promise.withResolvers<void>()
    await page.route(/\.js$/, (route) => typed.promise.then(() => route.abort()))
    const gone = page.evaluate(
      () => new Promise((resolve) => addEventListener('vite:preloadError', () => setTimeout(resolve), { once: true })),
    )
    await page.getByLabel('Email').fill('noor@example.org')
    typed.resolve()
    await gone
    expect(await page.evaluate(() => sessionStorage.getItem('reloaded-for'))).toBeNull()
    await expect(page.getByLabel('Email')).toHaveValue('noor@example.org')
  })
})
