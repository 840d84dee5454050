import * as z from 'zod/mini'
import { confirmation } from '#contract/accounts/admins.ts'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'

/** For how many minutes the address of a download works. */
export const BACKUP_LINK_MINUTES = 5

/** `clock`: taken by itself. */
export const BACKUP_KINDS = ['clock', 'update', 'hand'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** Work on backups that lasts: how far it is, or why it failed. */
const work = z.object({
  what: z.enum(['backup', 'trial']),
  done: z.int(),
  /** 0 before it is known. */
  total: z.int(),
  /** Why the latest failed, in a sentence; null while it goes on. */
  problem: z.nullable(z.string()),
})
export type BackupWork = z.output<typeof work>

const trial = z.object({
  name: z.string(),
  at: time,
  /** `skipped`: it couldn't be made here, which says nothing of the backup. */
  outcome: z.enum(['ok', 'failed', 'skipped']),
  /** What was found, in a sentence. */
  words: z.string(),
})

const storedBackup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  at: time,
  /** Null where only the place of the copies has it. */
  bytes: z.nullable(z.int()),
  isAway: z.boolean(),
})
export type StoredBackup = z.output<typeof storedBackup>

/** Backups of a shop that takes them. */
const shopBackups = z.object({
  everyHours: z.number(),
  keep: z.int(),
  trialEveryDays: z.nullable(z.number()),
  /** Where copies go; null for nowhere. */
  copiesTo: z.nullable(z.string()),
  /** Whether the latest scheduled one failed. */
  failed: z.boolean(),
  work: z.nullable(work),
  trial: z.nullable(trial),
  /** Newest first. */
  list: z.array(storedBackup),
})
export type Backups = z.output<typeof shopBackups>

export const listBackups = defineCall({
  method: 'GET',
  path: '/backups',
  topics: ['backups'],
  access: ['admin'],
  summary: 'The shop’s backups, what is being done with them, and the last trial restore; null where none are taken',
  answer: z.object({ backups: z.nullable(shopBackups) }),
  limit: { costs: 2 },
})

export const takeBackup = defineCall({
  method: 'POST',
  path: '/backups',
  topics: ['backups'],
  access: ['admin'],
  summary: 'Begins a backup, which goes on by itself; its progress is in the list',
  refusals: ['not_offered', 'unavailable'],
})

const name = z.string().check(z.regex(/^[\w.-]+$/, 'That is not a backup of ours'))

export const tryBackup = defineCall({
  method: 'POST',
  path: '/backups/:name/trial',
  params: z.object({ name }),
  topics: ['backups'],
  access: ['admin'],
  summary: 'Begins to restore a backup into a scratch database, compares it, and removes it again',
  refusals: ['not_offered', 'not_found', 'unavailable'],
})

export const openBackup = defineCall({
  method: 'POST',
  path: '/backups/:name/open',
  params: z.object({ name }),
  topics: ['audit-log'],
  access: ['admin'],
  summary: `The address of a backup without its keys, which works for ${BACKUP_LINK_MINUTES} minutes; confirmed by the caller’s own password or a sign-in within five minutes`,
  body: confirmation,
  example: { password: 'their own password' },
  answer: z.object({ address: z.string() }),
  refusals: ['not_offered', 'not_found'],
})
