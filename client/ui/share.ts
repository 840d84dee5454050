import { toast } from './notice-store.ts'

/**
 * Shares something: by the device's own sheet where there is one, else by copying `url` or `text`. A toast says what
 * happened, or what stands in the way.
 */
export async function shareOrCopy(what: { title?: string } & ({ url: string } | { text: string })): Promise<void> {
  if ('share' in navigator && (await sharedByDevice(what))) return
  if ('url' in what) await copyText(what.url, 'Link copied')
  else await copyText(what.text, 'Copied, ready to paste')
}

/** Puts a text on the clipboard. `words`: what the toast says then. */
export async function copyText(text: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(words, 'success')
  } catch {
    toast(`Couldn’t copy. Here is the link: ${text}`, 'error')
  }
}

/** Whether the sheet dealt with it; closing it again is dealing with it. */
async function sharedByDevice(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
