import { MOST_TOASTS, TOAST_MS } from '#contract/notices.ts'

/** Notice: a popup names an outcome in a few words and closes by itself; a toast is quieter, at the edge. */
export interface Notice {
  id: number
  shape: 'popup' | 'toast'
  kind: 'success' | 'error' | 'blank'
  title: string
  text: string
  /** Error code in small type, to quote in a report; empty for none. */
  code: string
  /** Duration, paused while the pointer is over it. */
  ms: number
}

let notices: readonly Notice[] = []
let hosts: readonly string[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

/** Registers the topmost host of notices; returns the function that removes it. */
export function hostNotices(host: string): () => void {
  hosts = [...hosts, host]
  change(notices)
  return () => {
    hosts = hosts.filter((other) => other !== host)
    change(notices)
  }
}

/** Whether the host shows the notices now. */
export const isTopHost = (host: string): boolean => hosts.at(-1) === host

export const currentNotices = (): readonly Notice[] => notices

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function dismissNotice(id: number): void {
  change(notices.filter((notice) => notice.id !== id))
}

/** Shows a popup for `ms` milliseconds (one of POPUP_MS), in place of an earlier popup. The focus stays. */
export function showPopup(popup: {
  title: string
  text?: string
  code?: string
  kind: 'success' | 'error'
  ms: number
}): void {
  const toasts = notices.filter((notice) => notice.shape === 'toast')
  change([...toasts, { text: '', code: '', ...popup, shape: 'popup', id: ++lastId }])
}

/** Shows a toast, and drops the oldest above the limit. */
export function toast(title: string, kind: Notice['kind'] = 'blank'): void {
  const added: Notice = { id: ++lastId, shape: 'toast', kind, title, text: '', code: '', ms: TOAST_MS[kind] }
  const toasts = [...notices.filter((notice) => notice.shape === 'toast'), added].slice(-MOST_TOASTS)
  change([...notices.filter((notice) => notice.shape === 'popup'), ...toasts])
}
