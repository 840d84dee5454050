import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import {
  currentNotices,
  dismissNotice,
  hostNotices,
  isTopHost,
  subscribeToNotices,
  type Notice,
} from './notice-store.ts'

const nothing: readonly Notice[] = []

/**
 * Live regions for popups and toasts, mounted from the start so that screen readers announce them. A modal dialog makes
 * the page inert, so it mounts its own; the topmost host shows the notices.
 */
export function Notices() {
  const host = useId()
  useEffect(() => hostNotices(host), [host])
  const notices = useSyncExternalStore(
    subscribeToNotices,
    () => (isTopHost(host) ? currentNotices() : nothing),
    () => nothing,
  )
  const popups = notices.filter((notice) => notice.shape === 'popup')
  const toasts = notices.filter((notice) => notice.shape === 'toast')
  return (
    <>
      <div role="alert" className="pointer-events-none fixed inset-x-3 top-[20vh] z-40 grid justify-center">
        {popups.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} className="max-w-md px-8 py-6 text-center" />
        ))}
      </div>
      <div
        role="status"
        className="pointer-events-none fixed end-3 bottom-3 z-40 max-md:bottom-18 grid max-h-[80vh] justify-items-end gap-2 overflow-hidden"
      >
        {toasts.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} className="max-w-sm px-4 py-3" />
        ))}
      </div>
    </>
  )
}

const marks = { success: '✓', error: '!', blank: '' }

function NoticeCard({ notice, className }: { notice: Notice; className: string }) {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (resting) return
    const timer = setTimeout(() => dismissNotice(notice.id), notice.ms)
    return () => clearTimeout(timer)
  }, [resting, notice.id, notice.ms])

  const colour = notice.kind === 'error' ? 'text-stamp' : 'text-ok'
  return (
    <div
      className={`sheet arrive pointer-events-auto shadow-lg ${className}`}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
    >
      <p className={notice.shape === 'popup' ? 'font-display text-xl' : ''}>
        {marks[notice.kind] && (
          <span aria-hidden="true" className={`me-2 font-bold ${colour}`}>
            {marks[notice.kind]}
          </span>
        )}
        {notice.title}
      </p>
      {notice.text && <p className="mt-1">{notice.text}</p>}
      {notice.code && <p className="mt-2 text-sm text-ink-2 wrap-anywhere">{notice.code}</p>}
    </div>
  )
}
