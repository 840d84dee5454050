import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { href } from '#contract/href.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { safePath } from './origin.ts'

const AUTH_SCREENS = /^\/(?:login|register|reset-password|sign-in-link)\b/

/** Return path of a sign-in, and the navigation back to it. */
export function useReturnPath() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const remembered = safePath(search.get('from'))
  const origin = AUTH_SCREENS.test(remembered) ? '/' : remembered

  const isWaiting = useWaitsHere()

  async function returnToOrigin(title: string, ms: number): Promise<void> {
    showPopup({ title, kind: 'success', ms })
    if (isWaiting()) await navigate(origin, { replace: true })
  }
  /** Address of another auth screen, with the same return path. */
  const authPath = (path: '/login' | '/register' | '/reset-password' | '/sign-in-link') =>
    origin === '/' ? href(path) : `${href(path)}?from=${encodeURIComponent(origin)}`
  return { origin, returnToOrigin, authPath }
}

/** Whether the visitor is still on the auth screen: after a navigation of their own, don't redirect. */
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
