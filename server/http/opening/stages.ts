/** What a start is doing, for whoever runs the shop. */
export const STAGES = {
  starting: 'Starting',
  updating: 'Updating the database',
  demo: 'Drawing the demo',
} as const

export type Stage = keyof typeof STAGES
