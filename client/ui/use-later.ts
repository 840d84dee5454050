import { useEffect, useState } from 'react'

/** False at first, true after so many milliseconds: for words that nobody needs when the answer is quick. */
export function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
