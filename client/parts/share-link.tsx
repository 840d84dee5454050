import { useSyncExternalStore } from 'react'
import { toast } from './notice-store.ts'
import { useSite } from './site.ts'

/** Hands the address of a page on: by the system's own sheet where there is one, else by copying it. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  const site = useSite()
  const way = useSyncExternalStore(
    () => () => {},
    () => ('share' in navigator ? 'share' : 'copy'),
    () => null,
  )
  const url = site.publicUrl + path
  const handOn = async () => {
    if (way === 'share' && (await sharedBySystem({ title, url }))) return
    await copy(url)
  }
  return (
    // Without scripts it can do nothing; its place is kept so that nothing moves when they arrive.
    <button type="button" onClick={() => void handOn()} className={`button-quiet mt-2 ${way ? '' : 'invisible'}`}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="h-4 w-4 fill-none stroke-current stroke-2">
        <path d="M6.5 9.5l3-3M7.5 4.5l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.5 11.5l-1 1a2.8 2.8 0 0 1-4-4l1-1" />
      </svg>
      {way === 'share' ? 'Share' : 'Copy link'}
    </button>
  )
}

/** Whether the sheet dealt with it; closing it again is dealing with it. */
async function sharedBySystem(what: { title: string; url: string }): Promise<boolean> {
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast('Link copied', 'success')
  } catch {
    toast('The link can’t be copied here. It stands in the address bar.', 'error')
  }
}
