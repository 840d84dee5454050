import type { IdentityUser } from '#client/session/identity/identity-port.ts'

const KEY = 'firebase-user'

/** The user when the SDK was loaded last, from local storage; null for none. */
export function readSnapshot(): IdentityUser | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as IdentityUser | null
  } catch {
    return null
  }
}

export function writeSnapshot(user: IdentityUser | null): void {
  if (user) localStorage.setItem(KEY, JSON.stringify(user))
  else localStorage.removeItem(KEY)
}
