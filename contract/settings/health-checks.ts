import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'

/** The checks of a shop with their titles, in the order of the report. */
export const healthChecks = {
  settings: 'Settings',
  emails: 'Emails',
  cards: 'Cards',
  'sign-in': 'Sign-in',
  pictures: 'Pictures',
  database: 'Database',
  migrations: 'Migrations',
  backups: 'Backups',
  disk: 'Folders and disk',
  clock: 'Clock',
  address: 'Address',
  jobs: 'Jobs and events',
} as const
export type HealthCheckName = keyof typeof healthChecks
export const healthCheckNames = Object.keys(healthChecks) as HealthCheckName[]

/** `skipped`: not asked, and `found` says why. */
const state = z.enum(['ok', 'skipped', 'warning', 'fault'])
export type HealthState = z.output<typeof state>

export const finding = z.object({
  state,
  found: z.string(),
  /** What to do; empty where nothing is. */
  advice: z.string(),
})

const report = z.object({
  title: z.string(),
  /** The worst of its findings. */
  state,
  findings: z.array(finding),
  /** The same as lines of text, for a report that is sent on. */
  text: z.string(),
})
export type HealthReport = z.output<typeof report>

export const runHealthCheck = defineCall({
  method: 'POST',
  path: '/health-checks/:name',
  params: z.object({ name: z.enum(healthCheckNames as [HealthCheckName, ...HealthCheckName[]]) }),
  access: ['admin'],
  summary: 'Runs one check of the shop or of what it needs, and answers with what was found and what to do',
  answer: report,
  limit: { costs: 4 },
})

export const getVersions = defineCall({
  method: 'GET',
  path: '/versions',
  access: ['admin'],
  summary: 'The version of the program, and the latest that have opened its database',
  answer: z.object({
    running: z.string(),
    /** Latest first: a start of another version than before, or with new migrations; how many it applied. */
    history: z.array(z.object({ version: z.string(), since: time, migrations: z.int() })),
  }),
})
