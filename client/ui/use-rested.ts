import { useEffect, useState } from 'react'

/** A value as it is once it has stayed the same for so many milliseconds; for what is asked while somebody types. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
