import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember } from '#tests/kit/members.ts'
import { writeBarcodeVideo } from '#tests/kit/browser/ean13-video.ts'
import { CAMERA_VIDEO } from '#tests/kit/browser/fake-camera.ts'

const ISBN = '9780306406157'
const SOAP = '4006381333931'

test.beforeAll(() => writeBarcodeVideo(CAMERA_VIDEO, ['', SOAP, ISBN]))

const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan the barcode' })
const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan the barcode' })
const words = (page: Page) => scanner(page).locator('p[role=status]')
/** Counts active cameras of the page. */
const camerasOn = (page: Page) => page.evaluate(() => (window as unknown as { camerasOn: () => number }).camerasOn())

test('the camera reads an ISBN, fills in known facts and turns off; a refusal says what to do', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (wish) => {
      // As a browser says it whose user has refused; the fake camera is always allowed.
      const refusal = localStorage.getItem('no-camera')
      if (refusal !== null) throw new DOMException('', refusal)
      const stream = await open(wish)
      tracks.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { camerasOn: () => tracks.filter(({ readyState }) => readyState === 'live').length })
  })
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller, { book_name: 'Read by the Camera', book_writer: 'Ines Halloran', isbn: ISBN })
  await openAs(page, shop, seller, '/dashboard/add-product')

  await test.step('closed', async () => {
    await scanButton(page).click()
    await expect(scanner(page).locator('video')).toBeVisible()
    await expect.poll(() => camerasOn(page)).toBe(1)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(scanner(page)).toHaveCount(0)
    await expect.poll(() => camerasOn(page)).toBe(0)
  })
  await test.step('refused', async () => {
    await page.evaluate(() => localStorage.setItem('no-camera', 'NotAllowedError'))
    await scanButton(page).click()
    await expect(words(page)).toContainText('This page may not use the camera.')
    await page.evaluate(() => localStorage.removeItem('no-camera'))
  })
  await test.step('read', async () => {
    await scanner(page).getByRole('button', { name: 'Try again' }).click()
    await expect(words(page)).toContainText('That isn’t a book’s barcode')
    expect(await camerasOn(page)).toBe(1)
    await expect(scanner(page)).toHaveCount(0)
    await expect(page.getByLabel('ISBN')).toHaveValue(ISBN)
    await expect(page.getByLabel('Book Name')).toHaveValue('Read by the Camera')
    await expect(scanButton(page)).toBeFocused()
    expect(await camerasOn(page)).toBe(0)
  })
})
