import { anOrderOnItsWay, debits, reportPaid, type TestOrder } from '../paying.ts'
import type { TestServer } from '../test-server.ts'

/** Each step of a bank that sends a payment, and doesn't in the end, from the states of an unpaid order. */
export function debitStepsOf(server: TestServer, makes: Record<'claimed' | 'agreed', () => Promise<TestOrder>>) {
  const who = { actor: 'provider', actorId: null, facts: {} }
  const sends = (make: () => Promise<TestOrder>) => async () => {
    const { order } = await anOrderOnItsWay(server, debits.fails, await make())
    await reportPaid(server, order)
    return { order, who }
  }
  const refuses = (make: () => Promise<TestOrder>) => async () => {
    const sent = await sends(make)()
    server.clock.advance(3600)
    await reportPaid(server, sent.order)
    return sent
  }
  return Object.fromEntries(
    Object.entries(makes).flatMap(([state, make]) => [
      [`${state} bank_sends_payment ${state}`, sends(make)],
      [`${state} bank_refuses_payment ${state}`, refuses(make)],
    ]),
  )
}
