import { useEffect } from 'react'
import { ProblemError } from '#client/api/problem-error.ts'
import { signOut } from './start-session.ts'

/**
 * Signs out on a refusal, with the reason on the login screen. A 401 arrives here only after a failed token renewal.
 * Returns whether it does.
 */
export function useLogOutWhenRefused(error: Error | null): boolean {
  const isRefused = error instanceof ProblemError && (error.status === 401 || error.status === 403)
  useEffect(() => {
    if (!(error instanceof ProblemError)) return
    if (error.status === 401) void signOut('You’ve been signed out. Please log in again.')
    if (error.status === 403) void signOut(`You’ve been logged out because the server refused: ${error.detail}`)
  }, [error])
  return isRefused
}
