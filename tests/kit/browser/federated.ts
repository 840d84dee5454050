import { expect, type Page } from './journey.ts'

/** Opens a provider's window, which on this machine is a stand-in's. */
export async function openWindow(page: Page, button: string): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()])
  return opened
}

/** Types an account at the stand-in. */
export async function chooseSomeone(window: Page, email: string, name: string): Promise<void> {
  await window.getByText('Use another account').click()
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Name').fill(name)
  await window.getByRole('button', { name: 'Next' }).click()
}

/** Agrees at the stand-in. */
export async function consent(window: Page, name: string): Promise<void> {
  await expect(window.getByText(`The shop asks for the name and the email address of ${name}`)).toBeVisible()
  await window.getByRole('button', { name: 'Allow' }).click()
}

/** Has the page's `data-asked` say with which features it opened its latest window. */
export const noteWindowSize = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = (url, target, features) => {
      document.documentElement.setAttribute('data-asked', features ?? '')
      return open(url, target, features)
    }
  })
