import { expect, logOut, test, type Page, sendLogin } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { cards } from '#tests/kit/browser/parts.ts'

test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

const add = (page: Page, title: string) => page.getByRole('button', { name: `Add to favourites: ${title}` })
const remove = (page: Page, title: string) => page.getByRole('button', { name: `Remove from favourites: ${title}` })

test('a visitor’s favourites are stored in the browser, and move into the account at sign-in', async ({
  page,
  shop,
}) => {
  const [seller, reader] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
  const [book, other] = [
    await aBookOf(shop, seller, { book_name: 'Dear to a Visitor' }),
    await aBookOf(shop, seller, { book_name: 'Dear Already' }),
  ]
  await send(shop, `/api/favourites/${other}`, { method: 'PUT', token: reader.token })
  await page.goto(`/advertise/${book}`)
  await add(page, 'Dear to a Visitor').click()
  await expect(remove(page, 'Dear to a Visitor')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Saved in this browser.')).toBeVisible()
  await page.reload()
  await expect(remove(page, 'Dear to a Visitor')).toBeVisible()

  await page.getByRole('link', { name: 'Login/Signup' }).click()
  await sendLogin(page, reader)
  await expect(page).toHaveURL(new RegExp(`/advertise/${book}$`))
  await expect(remove(page, 'Dear to a Visitor')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favourites'))).toBeNull()

  await anOrderOf(shop, await aMember(shop, 'buyer'), other)
  await page.goto('/dashboard/favourites')
  const titles = cards(page).getByRole('heading')
  await expect(titles).toHaveText(['Dear to a Visitor', 'Dear Already'])
  await expect(cards(page).nth(1)).toContainText('Reserved')
  await expect(
    cards(page)
      .nth(1)
      .getByRole('link', { name: /^More in/ }),
  ).toBeVisible()
  const heard = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await remove(page, 'Dear Already').click()
  await expect(add(page, 'Dear Already')).toHaveAttribute('aria-pressed', 'false')
  // Optimistic: shown before the server has answered.
  await heard
  await page.reload()
  await expect(titles).toHaveText(['Dear to a Visitor'])
  await expect(remove(page, 'Dear to a Visitor')).toBeVisible()

  // An optimistic change that fails is rolled back, with a message.
  await page.context().setOffline(true)
  await remove(page, 'Dear to a Visitor').click()
  await expect(page.getByText('Please check your internet connection...').last()).toBeVisible()
  await expect(remove(page, 'Dear to a Visitor')).toHaveAttribute('aria-pressed', 'true')
  await page.context().setOffline(false)

  await logOut(page)
  await page.goto(`/advertise/${book}`)
  await expect(add(page, 'Dear to a Visitor')).toBeVisible()
})
