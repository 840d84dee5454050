// npm run screens: takes a screenshot of every screen, on phone and desktop, light and dark, in a full shop and an
// empty one; screens/index.html shows them all. `-- WORDS` takes those with the words in their name; `-- --readme`
// takes the README's, into docs/pictures. `-- --layout WORDS` takes none, and prints how each screen is laid out.
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { aFullClub, anEmptyClub } from '#tests/kit/browser/clubs.ts'
import drawDemo, { copyOfDrawnDemo } from '#tests/kit/drawn-demo.ts'
import { emptyScreens, screens } from '#tests/kit/browser/screens.ts'
import { startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { root } from './run-step.ts'
import { contactSheet } from './screens/contact-sheet.ts'
import { takeReadmePictures } from './screens/readme-pictures.ts'
import { LOWEST_HEADING, measureLayout, MOST_SHIFT, type LayoutMeasure } from './screens/measure-layout.ts'
import { deviceNames, schemes, takePictures, titleOf, type Job, type Picture } from './screens/take-pictures.ts'

const folder = path.join(root, 'screens')

async function openShop(): Promise<ShopProcess> {
  const shop = await startShop({ dataDir: await copyOfDrawnDemo() })
  closeLater(() => shop.stop())
  return shop
}

/** Both shops, with the screens that have these words in their title. */
async function openJobs(words: string): Promise<Job[]> {
  console.log('Opening two shops; the first start draws the demo.')
  closeLater(await drawDemo())
  const [full, empty] = [await aFullClub(await openShop()), await anEmptyClub(await openShop())]
  return [
    { kind: 'full', club: full, screens },
    { kind: 'empty', club: empty, screens: emptyScreens },
  ].map((job) => ({ ...job, screens: job.screens.filter((screen) => titleOf(job.kind, screen).includes(words)) }))
}

/** Returns the failures. */
async function takeAll(words: string): Promise<string[]> {
  const failures: string[] = []
  const jobs = await openJobs(words)
  const total = jobs.reduce((sum, job) => sum + job.screens.length, 0) * deviceNames.length * schemes.length
  if (!words) await rm(folder, { recursive: true, force: true })
  const browser = await openBrowser()
  const pictures: Picture[] = []
  for (const job of jobs) {
    await takePictures(browser, folder, job, (taken) => {
      if ('failure' in taken) failures.push(taken.failure)
      else pictures.push(taken)
      console.log('failure' in taken ? `failed: ${taken.failure}` : `${pictures.length} of ${total}: ${taken.file}`)
    })
  }
  await writeFile(path.join(folder, 'index.html'), contactSheet(pictures))
  console.log(`\n${pictures.length} pictures; look at them in ${path.join(folder, 'index.html')}`)
  return failures
}

const openBrowser = async () => {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  closeLater(() => browser.close())
  return browser
}

async function takeThoseOfReadme(): Promise<void> {
  closeLater(await drawDemo())
  const shop = await openShop()
  await takeReadmePictures(await openBrowser(), shop, path.join(root, 'docs/pictures'), console.log)
}

/** Prints a line per screen and device; returns whether all keep to the limits. */
async function measureAll(words: string): Promise<boolean> {
  const faults: string[] = []
  const browser = await openBrowser()
  console.log('shift  h1 at  header  wider  screen')
  for (const job of await openJobs(words))
    await measureLayout(browser, job, (measure) => {
      const line = 'failure' in measure ? measure.failure : lineOf(measure)
      console.log(line)
      if ('failure' in measure || isFault(measure)) faults.push(line)
    })
  console.log(faults.length === 0 ? '\nAll keep to the limits.' : `\n${faults.length} don’t keep to the limits:`)
  for (const line of faults) console.error(line)
  return faults.length === 0
}

const isFault = ({ device, shift, headingTop, overflow }: LayoutMeasure) =>
  shift > MOST_SHIFT || overflow > 0 || (device === 'phone' && headingTop > LOWEST_HEADING)

function lineOf({ title, device, shift, headingTop, headerHeight, overflow, moved }: LayoutMeasure): string {
  const figures = [shift.toFixed(3), String(headingTop).padStart(6), String(headerHeight).padStart(7)]
  return `${figures.join(' ')} ${String(overflow).padStart(6)}  ${title}, ${device}${shift > 0 ? ` (${moved})` : ''}`
}

await runAndClose(async () => {
  if (process.argv[2] === '--layout') return measureAll(process.argv.slice(3).join(' '))
  if (process.argv[2] === '--readme') {
    await takeThoseOfReadme()
    return true
  }
  const failures = await takeAll(process.argv.slice(2).join(' '))
  for (const failure of failures) console.error(failure)
  return failures.length === 0
})
