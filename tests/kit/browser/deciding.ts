import { mailedTo, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

interface Decided {
  /** The case. */
  id: string
  /** The path of the page where it is answered, from the email. */
  link: string
}

/** Reports a book or a person and decides the case, over HTTP, for journeys about other things. */
export async function aDecisionAbout(
  shop: ShopProcess,
  reported: { kind: 'book' | 'person'; target: string },
  { about, reader, admin }: Record<'about' | 'reader' | 'admin', Pick<Member, 'email' | 'token'>>,
  given: Record<string, string> = { decision: 'warn' },
): Promise<Decided> {
  const report = { ...reported, reason: 'other', words: 'Please look at this.' }
  await send(shop, '/api/reports', { token: reader.token, body: report })
  const answer = await send(shop, '/api/report-cases?limit=100', { token: admin.token })
  const cases = (await answer.json()) as { id: string; targetId: string }[]
  const id = cases.find(({ targetId }) => targetId === reported.target)!.id
  const decision = { seen: '1', note: 'The cover is a film poster.', ...given }
  await send(shop, `/api/report-cases/${id}/decide`, { token: admin.token, body: decision })
  const [link] = await mailedTo(shop, about, /\/answer\/\S+/)
  return { id, link }
}
