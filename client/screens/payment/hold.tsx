import { useEffect, useState } from 'react'
import { timeLeft } from './time-left.ts'

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** True from the moment on; the component renders again when it comes. */
export function useHasPassed(moment: Date): boolean {
  const isPast = () => moment.getTime() <= Date.now()
  const [passed, setPassed] = useState(isPast)
  useEffect(() => {
    const look = () => setPassed(moment.getTime() <= Date.now())
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return passed
}

/** Until when the copy is held, and how long that is from now. */
export function HeldUntil({ payBy }: { payBy: Date }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <time dateTime={payBy.toISOString()}>{dateAndTime.format(payBy)}</time> ({timeLeft(payBy.getTime() - now)})
    </>
  )
}
