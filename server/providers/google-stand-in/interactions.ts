import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { chooserPage, consentPage, problemPage } from './pages.ts'
import { madeUpPeople, subjectOf, type StandInPerson } from './people.ts'

const typed = z.object({ email: z.email().max(254).toLowerCase(), name: z.string().trim().max(100).default('') })

/** Serves the account chooser and the consent, and takes their forms. */
export function interactions(provider: Provider, people: Map<string, StandInPerson>, service: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const action = /^\/interaction\/[\w-]+(?:\/(choose|allow|cancel))?$/.exec(request.url ?? '')?.[1]
    try {
      if (request.method === 'GET' && !action) await show(request, response)
      else if (request.method === 'POST' && action === 'choose') await choose(request, response)
      else if (request.method === 'POST' && action === 'allow') await allow(request, response)
      else if (request.method === 'POST' && action === 'cancel')
        await provider.interactionFinished(request, response, {
          error: 'access_denied',
          error_description: 'Cancelled by the person',
        })
      else send(response, 404, problemPage(service, 'There is nothing at this address.'))
    } catch {
      // The library only throws here when the cookie or the interaction is gone.
      if (!response.headersSent) send(response, 400, problemPage(service, 'This sign-in has expired.'))
    }
  }

  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, prompt, session } = await provider.interactionDetails(request, response)
    const person = session && people.get(session.accountId)
    if (prompt.name === 'consent' && person) send(response, 200, consentPage(service, uid, person))
    else send(response, 200, chooserPage(service, uid, madeUpPeople))
  }

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response)
    const read = typed.safeParse(await readForm(request))
    if (!read.success)
      return send(response, 422, chooserPage(service, uid, madeUpPeople, 'Please give a full email address.'))
    const accountId = subjectOf(read.data.email)
    people.set(accountId, read.data)
    await provider.interactionFinished(request, response, { login: { accountId }, select_account: {} })
  }

  async function allow(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { session, params, prompt } = await provider.interactionDetails(request, response)
    if (prompt.name !== 'consent' || !session || typeof params.client_id !== 'string')
      return send(response, 400, problemPage(service, 'There is nothing to allow here.'))
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
    grant.addOIDCScope('openid email profile')
    const result = { consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }
}

/** Sends a page. */
export function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > 4096) break
  }
  return Object.fromEntries(new URLSearchParams(text))
}
