let isRequested = false

/** Whether to revalidate the site’s configuration, which is otherwise constant for a page's life. */
export const shouldRevalidateSite = (): boolean => isRequested

/** Revalidates the site’s configuration together with the page’s data. */
export async function revalidateWithSite(read: () => Promise<void>): Promise<void> {
  isRequested = true
  try {
    await read()
  } finally {
    isRequested = false
  }
}
