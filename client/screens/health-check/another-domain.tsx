import { useState } from 'react'
import { domainPlanForm, planDomain, type DomainPlan } from '#contract/settings/another-domain.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { FindingLine } from './finding-line.tsx'

const fields = formOf(domainPlanForm)

/** Shows what another address would change; the server’s operator makes the change. */
export function AnotherDomain() {
  const [plan, setPlan] = useState<DomainPlan | null>(null)
  const form = useForm(fields, async (body) => setPlan(await call(planDomain, { body })))
  return (
    <section aria-labelledby="another-domain" className="mt-10">
      <h2 id="another-domain" className="mb-3 text-xl">
        Another domain
      </h2>
      <p className="mb-4 max-w-measure text-ink-2">
        See what changes when the shop gets another address, and what to do. Nothing is changed: whoever runs the server
        then uses <code>npm run domain</code>.
      </p>
      <div className="max-w-md">
        <Form
          form={form}
          submit={{ label: 'Show what changes', pending: 'Looking…' }}
          done="What changes stands below."
        >
          <Field
            label="New address"
            {...form.field('address')}
            inputMode="url"
            autoComplete="off"
            hint="Such as https://books.example.org"
          />
        </Form>
      </div>
      {plan && (
        <ul aria-label={`From ${plan.from}`} className="sheet mt-4 grid max-w-3xl grid-cols-1 gap-2 px-5 py-3 sm:px-6">
          {plan.findings.map((finding) => (
            <li key={finding.found}>
              <FindingLine finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
