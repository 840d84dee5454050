import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

const CLOSEST = 4
const STEP = 1.5
/** Scale of the zoom button. */
const CLOSE_UP = 2.5

const within = (scale: number) => Math.min(CLOSEST, Math.max(1, scale))

interface Zoom {
  /** Scrolling element that listens to pinch and to the wheel with Ctrl (a trackpad's pinch). */
  frame: RefObject<HTMLDivElement | null>
  /** Zoom factor; 1 is the whole picture. */
  scale: number
  /** Width in pixels; null while the picture fits. */
  width: number | null
  closer(): void
  farther(): void
  /** Toggles between the whole picture and the zoom button's scale. */
  toggle(): void
  whole(): void
}

/** Zoom of a picture, around the middle of its frame. */
export function useZoom(): Zoom {
  const frame = useRef<HTMLDivElement>(null)
  const [{ scale, fitted }, setZoom] = useState({ scale: 1, fitted: 0 })
  const change: Change = (next) =>
    setZoom((now) => ({
      scale: within(next(now.scale)),
      // Width of the whole picture, known only after layout.
      fitted: now.scale === 1 ? (frame.current?.querySelector('img')?.clientWidth ?? 0) : now.fitted,
    }))
  const to = (next: number) => change(() => next)
  const onChange = useEffectEvent(change)
  useEffect(() => (frame.current ? listenTo(frame.current, (next) => onChange(next)) : undefined), [])
  useKeepInPlace(frame, scale)
  return {
    frame,
    scale,
    width: scale > 1 && fitted > 0 ? scale * fitted : null,
    closer: () => to(scale * STEP),
    farther: () => to(scale / STEP),
    toggle: () => to(scale > 1 ? 1 : CLOSE_UP),
    whole: () => to(1),
  }
}

type Change = (change: (scale: number) => number) => void

function listenTo(frame: HTMLElement, change: Change): () => void {
  const fingers = new Map<number, PointerEvent>()
  const apart = () => {
    const [one, other] = fingers.values()
    return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
  }
  const down = (event: PointerEvent) => void (event.pointerType === 'touch' && fingers.set(event.pointerId, event))
  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return
    const before = apart()
    fingers.set(event.pointerId, event)
    const now = apart()
    if (before > 0 && now > 0) change((scale) => within((scale * now) / before))
  }
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId)
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    // Prevents page zoom.
    event.preventDefault()
    change((scale) => within(scale * Math.exp(-event.deltaY / 200)))
  }
  // Prevents two-finger scrolling, which would cancel the pointer events of a pinch.
  const touch = (event: TouchEvent) => void (event.touches.length > 1 && event.preventDefault())
  const leaving = new AbortController()
  const { signal } = leaving
  frame.addEventListener('pointerdown', down, { signal })
  frame.addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) frame.addEventListener(end, up, { signal })
  frame.addEventListener('wheel', wheel, { passive: false, signal })
  frame.addEventListener('touchmove', touch, { passive: false, signal })
  return () => leaving.abort()
}

/** Scrolls so that the middle of the frame stays the same. */
function useKeepInPlace(frame: RefObject<HTMLDivElement | null>, scale: number): void {
  const last = useRef(scale)
  useEffect(() => {
    const box = frame.current
    const by = scale / last.current
    last.current = scale
    if (!box || by === 1) return
    box.scrollTo({
      left: (box.scrollLeft + box.clientWidth / 2) * by - box.clientWidth / 2,
      top: (box.scrollTop + box.clientHeight / 2) * by - box.clientHeight / 2,
    })
  }, [frame, scale])
}
