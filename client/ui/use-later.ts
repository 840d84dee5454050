import { useEffect, useState } from 'react'

/** False at first, true after a delay in milliseconds: for messages that a quick answer makes needless. */
export function useIsLate(ms: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
