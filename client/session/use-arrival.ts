import { useNavigate, useSearchParams } from 'react-router'
import { showPopup } from '#client/ui/notice-store.ts'
import { safePath } from './origin.ts'

const ENTRANCES = /^\/(?:login|register|reset-password)\b/

/** Where somebody came from who is about to sign in, and how to go back there once they are. */
export function useArrival() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const remembered = safePath(search.get('from'))
  const origin = ENTRANCES.test(remembered) ? '/' : remembered

  async function arrive(title: string, ms: number): Promise<void> {
    showPopup({ title, kind: 'success', ms })
    await navigate(origin, { replace: true })
  }
  /** The address of the other entrance, with the origin still remembered. */
  const entrance = (path: '/login' | '/register' | '/reset-password') =>
    origin === '/' ? path : `${path}?from=${encodeURIComponent(origin)}`
  return { origin, arrive, entrance }
}
