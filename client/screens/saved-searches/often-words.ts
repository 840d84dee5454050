import type { Often } from '#contract/wants/wants.ts'

/** How often emails come, as a person chooses it. */
export const oftenWords: Record<Often, string> = {
  at_once: 'At once',
  daily: 'Once a day',
  never: 'Never',
}
