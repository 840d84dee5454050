import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { finding } from './health-checks.ts'

/** `https://books.example.org` of what a person types, such as `Books.example.org/`; null for no address of a site. */
export function siteAddress(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const isWhole = url && url.username + url.password + url.search + url.hash === '' && url.pathname === '/'
  return isWhole ? url.origin : null
}

const address = z.string('Write an address such as https://books.example.org').check(
  z.maxLength(300, 'That is too long for an address'),
  z.refine((text) => siteAddress(text) !== null, 'Write an address such as https://books.example.org, without a path'),
)

/** The field on the screen. */
export const domainPlanForm = z.object({ address })

export const planDomain = defineCall({
  method: 'POST',
  path: '/domain-plan',
  access: ['admin'],
  summary: 'Everything that changes when the shop goes to another address, with what to do; changes nothing',
  body: domainPlanForm,
  example: { address: 'https://books.example.org' },
  answer: z.object({
    /** The present address. */
    from: z.string(),
    /** `ok` goes on by itself, `warning` has something to do. */
    findings: z.array(finding),
  }),
  limit: { costs: 4 },
})
export type DomainPlan = z.output<typeof planDomain.answer>
