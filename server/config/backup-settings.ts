import { z } from 'zod'
import * as rules from './rules.ts'

/** Backups that the shop takes by itself. */
export const backupSettings = {
  BACKUP_DIR: {
    heading: 'Backups that are taken by themselves',
    rule: z.string().min(1),
    what: 'Folder where backups are taken by themselves; on another disk if possible.',
    otherwise: 'none are taken',
    example: '/srv/backups/dogear',
  },
  BACKUP_EVERY: { rule: rules.hours, default: '24', what: 'Every how many hours one is taken.' },
  BACKUP_KEEP: {
    rule: rules.wholeNumber.pipe(z.number().min(1, 'must be at least 1')),
    default: '7',
    what: 'How many are kept.',
  },
  BACKUP_TRIAL: {
    rule: z.enum(['weekly', 'daily', 'off'], 'must be weekly, daily or off'),
    default: 'weekly',
    what: '`weekly` or `daily`: how often the newest one is restored into a scratch database, compared with what it says, and removed again; `off` never. [How](runbook.md#is-the-backup-any-good).',
  },
  BACKUP_BEFORE_UPDATE: {
    rule: rules.flag,
    default: 'on',
    what: '`off` updates the database without the backup that is otherwise taken first, into `BACKUP_DIR` or `DATA_DIR/backups`.',
  },
} as const
