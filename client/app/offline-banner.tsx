import { useEffect } from 'react'
import { toast } from '#client/ui/notice-store.ts'
import { useOnline } from '#client/ui/use-online.ts'

/** Offline banner, with a toast when the connection is back. */
export function OfflineBanner() {
  const isOnline = useOnline()
  useEffect(() => {
    window.addEventListener('online', sayBack)
    return () => window.removeEventListener('online', sayBack)
  }, [])
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-b border-edge bg-sunk px-4 py-2 text-center text-sm">
          You’re offline. You can keep reading; we’ll load the rest when you’re back.
        </p>
      )}
    </div>
  )
}

const sayBack = () => toast('You’re back online')
