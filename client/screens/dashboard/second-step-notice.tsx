import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { href } from '#contract/href.ts'
import { useAccount } from '#client/session/use-account.ts'
import { readStorage, writeStorage } from '#client/ui/storage/browser-storage.ts'

/**
 * Notice to an admin whose password alone opens the shop: on the first dashboard screen of each day, in the browser's
 * own time, and on no other one of that day.
 */
export function SecondStepNotice() {
  const { id, needsSecondStep } = useAccount()
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const key = `second-step-noticed-${id}`
  const [isDue] = useState(() => readStorage(key) !== today())
  const isShown = isDue && needsSecondStep && pathname === first && pathname !== href('/dashboard/account')
  useEffect(() => {
    if (isShown) writeStorage(key, today())
  }, [isShown, key])
  if (!isShown) return null
  return (
    <section
      aria-label="Your sign-in"
      className="not-printed mb-6 grid grid-cols-1 gap-2 border-s-4 border-warn bg-card px-4 py-3"
    >
      <p>
        <strong>Only your password protects this shop’s money and members.</strong> Please add a second step to your
        sign-in: a code from your phone, or a passkey. It takes two minutes.
      </p>
      <Link to={`${href('/dashboard/account')}#sign-in`} className="link touchable justify-self-start py-1">
        Add a second step
      </Link>
    </section>
  )
}

const today = () => new Date().toDateString()
