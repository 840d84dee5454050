import { useSyncExternalStore } from 'react'
import { toast } from '#client/ui/notice-store.ts'

function subscribe(changed: () => void) {
  const sayBack = () => {
    changed()
    toast('You’re back online')
  }
  window.addEventListener('online', sayBack)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', sayBack)
    window.removeEventListener('offline', changed)
  }
}

/** Says so while the browser has no connection, and in a toast when it is back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="border-b border-edge bg-sunk px-4 py-2 text-center text-sm">
          You’re offline. You can keep reading; we’ll load the rest when you’re back.
        </p>
      )}
    </div>
  )
}
