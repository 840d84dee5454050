import { createHash } from 'node:crypto'

/** A made-up Google account. */
export type StandInPerson = { email: string; name: string }

/** Made-up people to choose from; example.com is reserved, so no email is real. */
export const madeUpPeople: readonly StandInPerson[] = [
  { name: 'Robin Marlow', email: 'robin.marlow@example.com' },
  { name: 'Ines Calder', email: 'ines.calder@example.com' },
  { name: 'Tomas Birch', email: 'tomas.birch@example.com' },
]

/** Stable id of an email: 21 digits like Google's, the same after a restart. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return BigInt(`0x${hash}`).toString().slice(0, 21).padStart(21, '1')
}
