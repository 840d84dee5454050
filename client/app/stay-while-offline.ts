import { toast } from '#client/ui/notice-store.ts'

/**
 * Without a connection a link to another page would end at the browser's own error page, and what stands here would be
 * lost. So one stays, and is told why. Links within the page work as ever.
 */
export function stayWhileOffline(): void {
  window.addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || isOnThisPage(link)) return
      event.preventDefault()
      toast('You’re offline. Please check your internet connection...', 'error')
    },
    // Before the router hears of it; it leaves alone what was prevented.
    { capture: true },
  )
}

const isOnThisPage = ({ origin, pathname, search, hash }: HTMLAnchorElement) =>
  hash !== '' && origin + pathname + search === location.origin + location.pathname + location.search
