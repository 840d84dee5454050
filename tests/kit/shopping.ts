import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { aBookOf, aMember, send, type Member } from './members.ts'
import { confirmCard } from './paying.ts'
import type { ShopProcess } from './shop-process.ts'
import { until } from './until.ts'

/** A buyer's claim on a copy, made over HTTP where that is not what a journey is about. Gives the order's id. */
export async function anOrderOf(
  shop: ShopProcess,
  { token }: Pick<Member, 'token'>,
  bookId: string,
  contacts = { phone: '+49 30 1234', meetingLocation: 'Library steps' },
): Promise<string> {
  const answer = await send(shop, '/api/buy-now', { token, body: { bookData: { _id: bookId }, ...contacts } })
  return ((await answer.json()) as { insertedId: string }).insertedId
}

/** Two members, the seller's book and the buyer's claim on it. */
export interface Deal {
  seller: Member
  buyer: Member
  book: string
  order: string
}

/** A deal about a book with these facts, made over HTTP. */
export async function aDeal(shop: ShopProcess, facts: Record<string, string> = {}): Promise<Deal> {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const book = await aBookOf(shop, seller, facts)
  return { seller, buyer, book, order: await anOrderOf(shop, buyer, book) }
}

/** A deal in cash that the seller has agreed to. */
export async function anAgreedDeal(shop: ShopProcess, facts?: Record<string, string>): Promise<Deal> {
  const deal = await aDeal(shop, facts)
  await agreeToCash(shop, deal)
  return deal
}

/** The buyer asks to pay in cash, and the seller agrees. */
export async function agreeToCash(
  shop: ShopProcess,
  { order, buyer, seller }: Pick<Deal, 'order' | 'buyer' | 'seller'>,
): Promise<void> {
  await send(shop, `/api/my-orders/${order}/cash`, { method: 'POST', token: buyer.token })
  await send(shop, `/api/my-buyers/${order}/agree`, { method: 'POST', token: seller.token })
}

/** A claim paid by card; the shop has heard of it from the card provider. */
export async function aPaidOrderOf(
  shop: ShopProcess,
  buyer: Pick<Member, 'token'>,
  bookId: string,
  contacts?: Parameters<typeof anOrderOf>[3],
  card?: string,
): Promise<string> {
  const order = await anOrderOf(shop, buyer, bookId, contacts)
  const body = { resalePrice: '12.50', orderInfoId: order }
  const opened = await send(shop, '/api/create-payment-intent', { token: buyer.token, body })
  const { clientSecret } = (await opened.json()) as { clientSecret: string }
  const confirmed = await confirmCard(shop, clientSecret, card)
  if (!confirmed.ok) throw new Error(await confirmed.text())
  await until(async () => (await orderState(shop, buyer, order)) === 'paid')
  return order
}

/** State of an order, as its buyer reads it. */
export async function orderState(shop: ShopProcess, { token }: Pick<Member, 'token'>, id: string): Promise<string> {
  const answer = await send(shop, `/api/my-orders/${id}`, { token })
  return ((await answer.json()) as { state: string }).state
}

export const buyNowOn = (page: Page | Locator, title: string): Locator =>
  page.getByRole('link', { name: `Buy Now: ${title}` })

/** Presses Buy Now where it opens a dialog. Before hydration it is a plain link. */
export async function pressBuyNow(page: Page, title: string): Promise<Locator> {
  await expect(buyNowOn(page, title)).toHaveAttribute('aria-haspopup', 'dialog')
  await buyNowOn(page, title).click()
  const dialog = page.getByRole('dialog', { name: `Buy ${title}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens a book's page and its Buy Now. */
export async function openBuyNow(page: Page, bookId: string, title: string): Promise<Locator> {
  await page.goto(`/advertise/${bookId}`)
  return pressBuyNow(page, title)
}

export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Pay \$/ })

/** Fills in a card that is good until 2034. */
export async function fillInCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

/** Fills in a card and presses Pay once that is possible. */
export async function payWith(page: Page, number: string): Promise<void> {
  await fillInCard(page, number)
  await payButton(page).click()
}

/** The outcome that stands where the card form was. */
export const outcome = (page: Page): Locator => page.getByRole('region', { name: 'Outcome' })

/** The page of the buyer's bank, in its frame. */
export const bankCheck = (page: Page): FrameLocator => page.getByTitle('Your bank’s check').contentFrame()
