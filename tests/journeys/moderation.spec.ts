import { expect, expectAccessible, test, sendLogin, openAs } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aMark, aBookOf, aConfirmedMember, aMember, demoMember, demoPerson, enterAs, send } from '#tests/kit/members.ts'
import { aConversationOf, writeIn } from '#tests/kit/writing.ts'
import { h1, rowOf, sideMenu } from '#tests/kit/browser/parts.ts'

test.describe('the admin', () => {
  test.use({ expectedConsoleErrors: [/status of (?:40[134]|422)/] })

  test('suspends a seller, takes a listing down, and finds both in the audit log', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    // Unique in a shop that other journeys share.
    const name = `Odile Marsh${aMark()}`
    const seller = await aMember(shop, 'seller', name)
    for (const title of ['The Borrowed Cover', 'The Honest Cover']) await aBookOf(shop, seller, { book_name: title })
    const theirs = await anotherBrowser()
    await openAs(theirs, shop, seller, '/dashboard/my-products')
    await expect(rowOf(theirs, 'The Borrowed Cover')).toBeVisible()

    await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/people')
    await page.getByLabel('Name or email').fill(`odi ${name.slice(6, -1).toLowerCase()}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/q=odi\+marsh/)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

    const listing = page.getByRole('listitem').filter({ hasText: 'The Borrowed Cover' })
    await listing.getByText('Take down').first().click()
    await listing.getByRole('button', { name: 'Take down' }).click()
    await expect(listing.getByText('Choose a reason').first()).toBeVisible()
    await listing.getByLabel('Someone else’s pictures or text').check()
    await listing.getByLabel('What is wrong with it?').fill('The cover is a film poster.')
    await listing.getByRole('button', { name: 'Take down' }).click()
    await expect(listing.getByRole('button', { name: 'Put back The Borrowed Cover' })).toBeVisible()
    await theirs.reload()
    for (const words of ['By the club: Someone else’s pictures or text', 'The cover is a film poster.'])
      await expect(rowOf(theirs, 'The Borrowed Cover')).toContainText(words)

    await page.getByText('Suspend this person').click()
    await page.getByLabel('For how many days?').fill('7')
    await page.getByLabel('Listings that mislead').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText(/^Suspended since .*: Listings that mislead$/)).toBeVisible()
    await expect(page.getByText('Hidden')).toBeVisible()

    await theirs.goto('/dashboard/my-products')
    await expect(theirs).toHaveURL(/\/login/)
    const reason = theirs.getByRole('alert').getByText(/Your account is suspended until .*Listings that mislead/)
    await expect(reason).toBeVisible()
    await sendLogin(theirs, seller)
    await expect(reason.first()).toBeVisible()

    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(page.getByText('Suspend this person')).toBeVisible()
    const person = new URL(page.url()).pathname.split('/').at(-1)
    await sideMenu(page).getByRole('link', { name: 'Audit log' }).click()
    await expect(rowOf(page, name)).toHaveCount(3)
    await page.getByLabel('Show').selectOption('Account suspended')
    await expect(page).toHaveURL(/kind=account_suspended/)
    await expect(rowOf(page, name)).toHaveCount(1)
    await expect(rowOf(page, name)).toHaveText(/for 7 days: Listings that mislead/)
    await page.goto(`/dashboard/audit-log?account=${person}`)
    await expect(page.getByText('Only entries about one person.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everybody' }).click()
    await expect(page).toHaveURL(/audit-log$/)
  })

  test('decides what a member has reported', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller', 'Tobias Reed')
    const title = `The Reported Book ${aMark()}`
    const id = await aBookOf(shop, seller, { book_name: title })
    await page.goto(`/advertise/${id}`)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await expect(page).toHaveURL(/\/login/)
    const reader = await aMember(shop, 'buyer', 'A Careful Reader')
    await sendLogin(page, reader)
    await expect(h1(page, 'Report this listing')).toBeVisible()
    await page.getByLabel('It looks like fraud').check()
    await page.getByLabel('What is wrong?').fill('The same photo is in another shop.')
    await page.getByRole('button', { name: 'Send the report' }).click()
    await expect(page.getByText('Thank you. An admin will look at it')).toBeVisible()

    await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
    await expect(
      page
        .getByRole('main')
        .getByText(/\d+ reports? to decide/)
        .first(),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Reported Items' }).last().click()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByText('The same photo is in another shop.')).toBeVisible()
    await page.getByLabel('Take the listing down').check()
    await page.getByLabel('Why?').fill('The photo isn’t of this copy.')
    await page.getByRole('button', { name: 'Decide' }).click()
    await expect(page.getByText(/^Listing taken down, decided by .*“The photo isn’t of this copy\.”$/)).toBeVisible()
    await page.getByRole('link', { name: 'Taken down: see their listings' }).click()
    await expect(page.getByRole('button', { name: `Put back ${title}` })).toBeVisible()
  })

  test('reads a reported message in its context, and the audit log records it', async ({ page, shop }) => {
    const [seller, buyer] = [
      await aConfirmedMember(shop, 'seller', 'Pushy Seller'),
      await aConfirmedMember(shop, 'buyer', 'A Worried Buyer'),
    ]
    const title = `The Talked About ${aMark()}`
    const book = await aBookOf(shop, seller, { book_name: title })
    const talk = await aConversationOf(shop, buyer, book)
    const report = { kind: 'book', target: book, reason: 'misleading', words: 'It isn’t theirs.' }
    await send(shop, '/api/reports', { token: buyer.token, body: report })
    await writeIn(shop, seller, talk, 'Pay me outside of the club.')
    await openAs(page, shop, buyer, `/dashboard/messages/${talk}`)
    await expect(page.getByRole('link', { name: 'Report this message' })).toHaveCount(1)
    await page.getByRole('link', { name: 'Report this message' }).click()
    await page.getByLabel('It looks like fraud').check()
    await page.getByLabel('What is wrong?').fill('They want money before I see the book.')
    // A reload restores the draft.
    await page.reload()
    await expect(page.getByLabel('What is wrong?')).toHaveValue('They want money before I see the book.')
    await expect(page.getByLabel('It looks like fraud')).toBeChecked()
    await page.getByRole('button', { name: 'Send the report' }).click()
    await expect(page.getByText('Thank you. An admin will look at it')).toBeVisible()
    await expectFocusKept(page)
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(h1(page, 'Pushy Seller')).toBeVisible()

    await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/reported-items')
    await page.getByRole('link', { name: `A message about “${title}”` }).click()
    await expect(page.getByRole('definition').getByRole('link', { name: 'Open', exact: true })).toBeVisible()
    const then = page.getByRole('region', { name: 'The conversation at the time' })
    await expect(then.getByRole('listitem')).toHaveText([/Is it still there/, /Reported.*Pay me outside/s])
    await page.getByLabel('Warn them').check()
    await page.getByLabel('Why?').fill('Money moves through the club alone.')
    await page.reload()
    await expect(page.getByLabel('Warn them')).toBeChecked()
    await expect(page.getByLabel('Why?')).toHaveValue('Money moves through the club alone.')
    await page.getByRole('button', { name: 'Decide' }).click()
    await expect(page.getByText(/^Warned, decided by/)).toBeVisible()
    await expectFocusKept(page)
    await page.goto('/dashboard/audit-log?kind=messages_read')
    await expect(rowOf(page, 'Pushy Seller')).toHaveCount(1)
  })

  test('makes a second admin with their own password, and an ordinary member again', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    const name = `Second Keeper${aMark()}`
    const member = await aConfirmedMember(shop, 'buyer', name)
    const admin = await demoPerson(shop, 'admin')
    const theirs = await anotherBrowser()
    await enterAs(theirs, shop, member)

    await openAs(page, shop, await demoMember(shop, 'admin'), `/dashboard/people?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).click()
    await page.getByText('Make admin').first().click()
    await page.getByLabel('Your own password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Make admin' }).click()
    await expect(page.getByRole('definition').filter({ hasText: /^Admin$/ })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Made an admin' })).toBeVisible()

    await theirs.goto('/dashboard/people')
    await expect(h1(theirs, 'People')).toBeVisible()

    await page.getByText('Remove as admin').first().click()
    await page.getByLabel('Your own password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Remove as admin' }).click()
    await expect(page.getByText('Make admin').first()).toBeVisible()
    await theirs.reload()
    await expect(theirs).toHaveURL(/\/login/)
  })
})
