let isAskedAnew = false

/** Whether the site’s configuration is to be read again; otherwise it stays as it is for as long as a page is open. */
export const mayReadSiteAgain = (): boolean => isAskedAnew

/** For as long as this reads the page’s data anew, the site’s configuration is read with it. */
export async function withSiteAgain(read: () => Promise<void>): Promise<void> {
  isAskedAnew = true
  try {
    await read()
  } finally {
    isAskedAnew = false
  }
}
