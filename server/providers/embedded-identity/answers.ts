import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Admitted, frontDoor } from './front-door.ts'
import type { Library } from './library.ts'
import { beforeReset, confirmEmail, describeVerification } from './mailed-links.ts'
import { refuseNewPassword } from './password-rules.ts'
import type { IdentitySettings } from './settings.ts'

/** As long as the library takes for its verification mails. */
const EVEN_ANSWER_MS = 500

type Door = Pick<ReturnType<typeof frontDoor>, 'signedIn'>

/** Answers what the door has let in: mostly by the library, with what the shop and we want to have around it. */
export function answers(
  { events, refuseCommonPasswords }: Pick<IdentitySettings, 'events' | 'refuseCommonPasswords'>,
  pool: Pool,
  door: Door,
): (admitted: Admitted, library: Library) => Promise<Response> {
  async function askLibrary(admitted: Admitted, library: Library): Promise<Response> {
    const { handler } = library
    if (admitted.path === '/reset-password') await beforeReset(library, pool, events, admitted.input.token)
    const again = admitted.request.clone()
    let response = await evenly(admitted.path, handler(admitted.request))
    // Two sign-ups with one address at the same moment: the second look tells the loser why.
    if (admitted.path === '/sign-up/email' && response.status === 422) response = await handler(again)
    if (!response.ok) return response
    if (admitted.path === '/sign-in/email') door.signedIn(admitted)
    if (admitted.path === '/change-password') {
      const { user } = (await response.clone().json()) as { user: { id: string } }
      await events.onCredentialsChanged(user.id)
    }
    return response
  }

  return async (admitted, library) => {
    const refused = refuseNewPassword(admitted, refuseCommonPasswords)
    if (refused) return refused
    if (admitted.path === '/verification') return describeVerification(library, admitted)
    if (admitted.path !== '/verify-email') return askLibrary(admitted, library)
    const next = await confirmEmail(library, admitted)
    return next instanceof Response ? next : askLibrary(next, library)
  }
}

/** Noting a mail takes a moment; whether somebody has an account must not show in it. */
async function evenly(path: string, answer: Promise<Response>): Promise<Response> {
  const [response] = await Promise.all([answer, path === '/request-password-reset' ? sleep(EVEN_ANSWER_MS) : null])
  return response
}
