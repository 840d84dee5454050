import type { Services } from '#server/services.ts'

/** Services that the parts of an export read from. */
export type PartServices = Pick<Services, 'db' | 'clock' | 'refuse' | 'identity' | 'site' | 'bankSealer'>
