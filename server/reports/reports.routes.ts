import * as calls from '#contract/reports/reports.ts'
import { listReportsOfPerson as listReportsOfPersonCall } from '#contract/reports/persons-reports.ts'
import type { Serve } from '#server/http/call-route.ts'
import * as answers from '#contract/reports/answers.ts'
import { answerDecision, lookAtDecision } from './answer-decision.ts'
import { decideCase } from './decide-case.ts'
import { getCase, listCases, listReportsOfPerson } from './list-cases.ts'
import { makeReport } from './make-report.ts'

export function reportRoutes(serve: Serve): void {
  serve(calls.makeReport, (services, { account, body }) => makeReport(services, account, body))
  serve(calls.listCases, (services, { query }) => listCases(services, query.state, query))
  serve(listReportsOfPersonCall, (services, { params, query }) =>
    listReportsOfPerson(services, params.id, query.side, query),
  )
  serve(calls.getCase, (services, { account, params }) => getCase(services, account, params.id))
  serve(calls.decideCase, (services, { account, params, body }) => decideCase(services, account, params.id, body))
  serve(answers.lookAtDecision, (services, { body }) => lookAtDecision(services, body.token))
  serve(answers.answerDecision, (services, { body }) => answerDecision(services, body.token, body.words))
}
