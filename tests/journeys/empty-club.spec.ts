import { anEmptyClub, type Club } from '#tests/kit/browser/clubs.ts'
import { test as journey } from '#tests/kit/browser/journey.ts'
import { expectGoodScreens, journeysThrough, screenErrors } from '#tests/kit/browser/screen-journeys.ts'
import { emptyScreens } from '#tests/kit/browser/screens.ts'

const test = journey.extend<{ club: Club }>({
  // A separate shop: no other journey uses this name.
  shopSettings: { DOGEAR_NAME: 'First Shelf' },
  club: [
    async ({ shops, shop }, use) => use(await shops.clubIn(shop, anEmptyClub)),
    { scope: 'test', timeout: 120_000 },
  ],
})

test.describe('in a club without books, on a phone and a desktop', () => {
  test.use({ expectedConsoleErrors: screenErrors })
  for (const { name, seen } of journeysThrough(emptyScreens))
    test(name, async ({ page, club }) => {
      test.slow()
      await expectGoodScreens(page, club, seen)
    })
})
