/** Stages of a start, in words for operators. */
export const STAGES = {
  starting: 'Starting',
  updating: 'Updating the database',
  demo: 'Drawing the demo',
} as const

export type Stage = keyof typeof STAGES
