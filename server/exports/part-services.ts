import type { Services } from '#server/services.ts'

/** What the parts of an export are read by. */
export type PartServices = Pick<Services, 'db' | 'clock' | 'refuse' | 'identity'>
