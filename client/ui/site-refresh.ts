let isAskedAnew = false

/** Whether to revalidate the site’s configuration, which is otherwise constant for a page's life. */
export const mayReadSiteAgain = (): boolean => isAskedAnew

/** Revalidates the site’s configuration together with the page’s data. */
export async function withSiteAgain(read: () => Promise<void>): Promise<void> {
  isAskedAnew = true
  try {
    await read()
  } finally {
    isAskedAnew = false
  }
}
