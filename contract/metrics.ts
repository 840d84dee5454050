import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const readMetrics = defineCall({
  method: 'GET',
  path: '/metrics',
  access: 'monitor',
  summary: 'How the shop works, in Prometheus’ text format: requests, pages, database, jobs, emails, backups, disk',
  answer: z.string(),
  textAs: 'text/plain; version=0.0.4; charset=utf-8',
})
