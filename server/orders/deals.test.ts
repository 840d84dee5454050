import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { expectBookings, workOff } from '#tests/kit/deals/bookings.ts'
import { anyPlan, mayBe, planned, type Plan, type Step } from '#tests/kit/deals/plans.ts'
import { brokenPromises } from '#tests/kit/deals/whole-database.ts'
import { copiesOf, expectEnd, expectPromises } from '#tests/kit/deals/promises.ts'
import { take, turnWeather } from '#tests/kit/deals/take-step.ts'
import {
  aShop,
  aWorld,
  ask,
  ordersOf,
  pass,
  peopleOut,
  type OrderRow,
  type Shop,
  type World,
} from '#tests/kit/deals/world.ts'

/*
 * Property test: people trade in random order, up to three at the same moment, at two instances of a shop, in
 * currencies with two digits, none and three, while the club suspends and closes accounts and changes payment settings
 * and its fee,
 * sellers edit and hide listings, and the card provider is away, loses answers, takes other amounts and lets refunds
 * fail. Checks the promises after each moment; at the end, that every email and job was booked and done. `npm run prove
 * -- --steps N --seed S` runs more steps; a failure prints its seed.
 */
const STEPS = Number(process.env.PROVE_STEPS ?? 200)
const SEED = Number(process.env.PROVE_SEED ?? 20_261_122)
const MOMENTS = 24
const CURRENCIES = ['USD', 'JPY', 'KWD'] as const

const shops: Shop[] = []
for (const currency of CURRENCIES) shops.push(await aShop(currency))

const moments = fc.array(fc.array(anyPlan, { minLength: 1, maxLength: 3 }), { minLength: MOMENTS, maxLength: MOMENTS })

let steps = 0

async function live(shop: Shop, plans: Plan[][]): Promise<void> {
  const world = await aWorld(shop)
  for (const plan of plans) {
    const before = await ordersOf(world)
    const hidden = await hiddenBooks(world)
    const moment = plan.map((one) => planned(one, world, before))
    steps += moment.length
    const isDisturbed = shop.weather !== 'well' || (await peopleOut(world)).size > 0 || isDeclined(world)
    const statuses = await Promise.all(moment.map((step) => take(step, world, before)))
    await expectAnswers(moment, world, statuses)
    expectUnseen(moment, world, { before, hidden }, statuses[0] ?? null)
    if (!isDisturbed) expectAsTold(moment, world, before, statuses[0] ?? null)
    await settle(world)
    await expectPromises(world)
  }
  // An hour is enough for failing refunds to fail.
  pass(shop, 3600)
  await turnWeather(world, 'well')
  await settle(world)
  await workOff(world)
  await settle(world)
  // All orders are read again.
  world.told.clear()
  await expectPromises(world)
  await expectEnd(world)
  await expectBookings(world)
  expect(await brokenPromises(shop.first.database.db)).toEqual([])
  await ask(world, world.admin.id, 'PATCH', 'settings', await usualSettings(world))
}

const isDeclined = ({ shop }: World) => {
  const { cash, cards } = shop.first.services.site
  return !cash || cards.mode === 'off'
}

async function usualSettings(world: World) {
  const { revision } = (await ask(world, world.admin.id, 'GET', 'settings')).json as { revision: number }
  return { payments: 'card,cash', clubFee: '0', clubFeeLeast: '0', revision }
}

/** Runs the minute's sweep at one instance. */
const settle = ({ shop }: World) => sweep(shop.first.services)

/** Every request is answered: done, or refused with a reason. */
async function expectAnswers(moment: Step[], world: World, statuses: (number | null)[]): Promise<void> {
  const expected = [null, 200, 404, 409, 422, 429]
  // Waiting makes tokens expire; suspended accounts have none.
  if (moment.some(({ do: what }) => what === 'wait') || (await peopleOut(world)).size > 0) expected.push(401, 403)
  if (moment.some(({ do: what }) => ['suspend', 'close', 'let in again'].includes(what))) expected.push(401, 403)
  if (world.shop.weather !== 'well' || moment.some(({ do: what }) => what === 'weather')) expected.push(503)
  for (const [place, status] of statuses.entries())
    expect({ step: moment[place], isExpected: expected.includes(status), status }).toMatchObject({ isExpected: true })
}

/** Books that buyers can't see. */
const hiddenBooks = async (world: World) =>
  (await copiesOf(world)).flatMap(({ id, isHidden, isRemoved }) => (isHidden || isRemoved ? [id] : []))

/** A hidden book isn't sold to a buyer who acted alone. */
function expectUnseen(
  moment: Step[],
  world: World,
  { before, hidden }: { before: OrderRow[]; hidden: string[] },
  status: number | null,
): void {
  const [step] = moment
  if (moment.length !== 1 || step?.do !== 'claim') return
  const { id } = world.books[step.book]!
  const isTheirs = before.some(({ bookId, buyerId }) => bookId === id && buyerId === world.buyers[step.buyer]!.id)
  if (hidden.includes(id) && !isTheirs) expect({ step, status }).not.toMatchObject({ status: 200 })
}

/** A step made alone has the outcome that the order's life predicts. */
function expectAsTold(moment: Step[], world: World, before: OrderRow[], status: number | null): void {
  const [step] = moment
  if (moment.length !== 1 || !step || !('book' in step)) return
  const order = before.findLast(({ bookId }) => bookId === world.books[step.book]!.id)
  const foretold = order ? mayBe(step, order) : null
  if (foretold !== null) expect({ step, state: order!.state, status }).toMatchObject({ status: foretold ? 200 : 409 })
}

test(
  `${STEPS} random steps of buyers, sellers, the club and time keep every promise`,
  async () => {
    const numRuns = Math.max(1, Math.round(STEPS / (MOMENTS * 2 * shops.length)))
    // The shops have nothing in common: while one waits for its database, the others go on.
    const lived = fc.asyncProperty(fc.tuple(...shops.map(() => moments)), async (plans) => {
      const ends = await Promise.allSettled(shops.map((shop, place) => live(shop, plans[place]!)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    })
    const begun = performance.now()
    // Failures print their seed; shrinking would replay the world a hundred times.
    await expect(fc.assert(lived, { numRuns, seed: SEED, endOnFailure: true })).resolves.toBeUndefined()
    const minutes = (performance.now() - begun) / 60_000
    if (process.env.PROVE_STEPS) process.stdout.write(`${steps} steps, ${Math.round(steps / minutes)} a minute\n`)
  },
  STEPS * 3000,
)
