import type { BrowserContext, Page } from '@playwright/test'
import { aBookOf, aConfirmedMember, enterAs, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { aConversationOf } from '#tests/kit/writing.ts'
import { fillableAfter, paintAfter, settle, slowPage } from './slow-page.ts'

/** People of a measurement, and the conversation they have. */
export interface People {
  seller: Member
  buyer: Member
  conversation: string
}

export async function peopleOf(shop: ShopProcess): Promise<People> {
  const [seller, buyer] = [await aConfirmedMember(shop, 'seller'), await aConfirmedMember(shop, 'buyer')]
  const conversation = await aConversationOf(shop, buyer, await aBookOf(shop, seller))
  return { seller, buyer, conversation }
}

type Measure = (context: BrowserContext, shop: ShopProcess, people: People) => Promise<number>

/** Signs a member in on a slow page; `visit` measures. */
const as =
  (who: 'seller' | 'buyer', visit: (page: Page, shop: ShopProcess, people: People) => Promise<number>): Measure =>
  async (context, shop, people) => {
    const { page } = await slowPage(context)
    await enterAs(page, shop, people[who])
    return visit(page, shop, people)
  }

const BOOKS = '/all-products'

/** Presses the first of what a list of books has. */
const press = (selector: string, before?: (page: Page) => Promise<void>): Measure =>
  as('buyer', async (page, shop) => {
    await settle(page, shop.origin + BOOKS)
    await before?.(page)
    return paintAfter(page, () => page.locator(selector).first().click())
  })

/** A form that is opened on a second visit, when its scripts are in the browser's cache. */
const form = (who: 'seller' | 'buyer', address: (people: People) => string, label: string): Measure =>
  as(who, async (page, { origin }, people) => {
    await settle(page, origin + address(people))
    return fillableAfter(page, origin + address(people), label)
  })

/** What is measured, in milliseconds, with the most that is aimed at. */
export const MEASURED: Record<string, { most: number; measure: Measure }> = {
  'the form of a listing takes text': {
    most: 4000,
    measure: form('seller', () => '/dashboard/add-product', 'Book Name'),
  },
  'the form of a message takes text': {
    most: 4000,
    measure: form('buyer', ({ conversation }) => `/dashboard/messages/${conversation}`, 'Your message'),
  },
  'open the filters': { most: 100, measure: press('.filter-sheet > summary') },
  'apply a filter': {
    most: 100,
    measure: press('.filter-sheet input[type=checkbox]', (page) => openFilters(page)),
  },
  'press a heart': { most: 100, measure: press('.book-card-heart') },
  'send a message': {
    most: 100,
    measure: as('buyer', async (page, { origin }, { conversation }) => {
      await settle(page, `${origin}/dashboard/messages/${conversation}`)
      await page.getByLabel('Your message').fill('Is Saturday fine?')
      return paintAfter(page, () => page.getByRole('button', { name: 'Send' }).click())
    }),
  },
  'open a book': { most: 100, measure: press('.book-card-link') },
}

async function openFilters(page: Page): Promise<void> {
  await page.locator('.filter-sheet > summary').click()
  await page.waitForTimeout(2000)
}
