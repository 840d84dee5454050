import type { Often } from '#contract/wants/wants.ts'

/** Labels of the email frequencies. */
export const oftenWords: Record<Often, string> = {
  at_once: 'At once',
  daily: 'Once a day',
  never: 'Never',
}
