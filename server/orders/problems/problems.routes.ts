import * as decisions from '#contract/orders/problem-decisions.ts'
import * as calls from '#contract/orders/problems.ts'
import type { Serve } from '#server/http/call-route.ts'
import { answerProblem } from './answer-problem.ts'
import { decideProblem } from './decide-problem.ts'
import { listProblemEntries, listProblems } from './list-problems.ts'
import { openProblem } from './open-problem.ts'
import { settleProblem } from './settle-problem.ts'

export function problemRoutes(serve: Serve): void {
  serve(calls.openProblem, async (services, { account, params, body }) => ({
    insertedId: await openProblem(services, account.id, params.id, body),
  }))
  serve(calls.answerProblem, async (services, { account, params, body }) => ({
    insertedId: await answerProblem(services, account, params.id, body),
  }))
  serve(calls.settleProblem, (services, { account, params }) => settleProblem(services, account, params.id))
  serve(calls.listProblemEntries, (services, { account, params, query }) =>
    listProblemEntries(services, account, params.id, query),
  )
  serve(decisions.listProblems, (services, { query }) => listProblems(services, query))
  serve(decisions.decideProblem, (services, { account, params, body }) =>
    decideProblem(services, account, params.id, body),
  )
}
