import * as calls from '#contract/reports/reports.ts'
import { listReportsOfPerson as listReportsOfPersonCall } from '#contract/reports/persons-reports.ts'
import type { Serve } from '#server/http/call-route.ts'
import * as answers from '#contract/reports/answers.ts'
import { answerDecision, lookAtDecision } from './answer-decision.ts'
import { decideCase } from './decide-case.ts'
import { getCase, listCases } from './list-cases.ts'
import { listReportsOfPerson } from './list-reports-of-person.ts'
import { makeReport } from './make-report.ts'

const ACKNOWLEDGED = { acknowledged: true } as const

export function reportRoutes(serve: Serve): void {
  serve(calls.makeReport, async (services, { account, body }) => {
    await makeReport(services, account, body)
    return ACKNOWLEDGED
  })
  serve(calls.listCases, (services, { query }) => listCases(services, query.state, query))
  serve(listReportsOfPersonCall, (services, { params, query }) =>
    listReportsOfPerson(services, params.id, query.side, query),
  )
  serve(calls.getCase, (services, { account, params }) => getCase(services, account, params.id))
  serve(calls.decideCase, async (services, { account, params, body }) => {
    await decideCase(services, account, params.id, body)
    return ACKNOWLEDGED
  })
  serve(answers.lookAtDecision, (services, { body }) => lookAtDecision(services, body.token))
  serve(answers.answerDecision, async (services, { body }) => {
    await answerDecision(services, body.token, body.words)
    return ACKNOWLEDGED
  })
}
