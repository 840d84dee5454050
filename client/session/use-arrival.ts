import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { href } from '#contract/href.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { safePath } from './origin.ts'

const ENTRANCES = /^\/(?:login|register|reset-password)\b/

/** Where somebody came from who is about to sign in, and how to go back there once they are. */
export function useArrival() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const remembered = safePath(search.get('from'))
  const origin = ENTRANCES.test(remembered) ? '/' : remembered

  const isWaiting = useWaitsHere()

  async function arrive(title: string, ms: number): Promise<void> {
    showPopup({ title, kind: 'success', ms })
    if (isWaiting()) await navigate(origin, { replace: true })
  }
  /** The address of the other entrance, with the origin still remembered. */
  const entrance = (path: '/login' | '/register' | '/reset-password') =>
    origin === '/' ? href(path) : `${href(path)}?from=${encodeURIComponent(origin)}`
  return { origin, arrive, entrance }
}

/** Tells whether somebody still waits at the entrance. Who has gone on by themselves isn't fetched back. */
function useWaitsHere(): () => boolean {
  const { state } = useNavigation()
  const waits = useRef(true)
  useEffect(() => {
    waits.current = state === 'idle'
    return () => {
      waits.current = false
    }
  }, [state])
  return () => waits.current
}
