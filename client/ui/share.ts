import { toast } from './notice-store.ts'

/** Shares by the device's share sheet, or copies `url` or `text`. A toast reports the result. */
export async function shareOrCopy(what: { title?: string } & ({ url: string } | { text: string })): Promise<void> {
  if ('share' in navigator && (await sharedByDevice(what))) return
  if ('url' in what) await copyText(what.url, 'Link copied')
  else await copyText(what.text, 'Copied, ready to paste')
}

/** Copies a text to the clipboard. `words`: the toast's text. */
export async function copyText(text: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(words, 'success')
  } catch {
    toast(`Couldn’t copy. Here is the link: ${text}`, 'error')
  }
}

/** Whether the share sheet handled it; cancelling counts. */
async function sharedByDevice(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
