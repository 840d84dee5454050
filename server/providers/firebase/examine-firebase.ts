import { z } from 'zod'
import type { Clock } from '#server/ports/clock.ts'
import { fault, ok, warning, type Finding } from '#server/ports/finding.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { accessTokens } from './access-tokens.ts'
import { GOOGLES, type Addresses, type FirebaseProject } from './settings.ts'

const WITHIN_MS = 8000

interface Given {
  project: FirebaseProject
  publicUrl: string
  clock: Clock
  at?: Addresses | undefined
}

const projectForm = z.object({ authorizedDomains: z.array(z.string()).default([]) })
const refusedForm = z.object({ error: z.object({ message: z.string() }) })

/** Asks Firebase for the project by its key, for Google's keys of ID tokens, and for a service account's access. */
export async function examineFirebase({ project, publicUrl, clock, at = GOOGLES }: Given): Promise<Finding[]> {
  const { emulator, serviceAccount } = project
  const places =
    emulator === null ? at : { ...at, identityToolkit: `http://${emulator}/identitytoolkit.googleapis.com` }
  const parts = [
    projectOf(project, publicUrl, places),
    ...(emulator === null ? [keysOf(places)] : []),
    serviceAccount ? accountOf(serviceAccount, places, clock) : withoutAccount(emulator),
  ]
  return (await Promise.all(parts)).flat()
}

async function projectOf({ apiKey, projectId }: FirebaseProject, publicUrl: string, at: Addresses): Promise<Finding[]> {
  const answer = await get(`${at.identityToolkit}/v1/projects?key=${encodeURIComponent(apiKey)}`)
  if (!answer) return [away('Firebase', at.identityToolkit)]
  const refused = refusedForm.safeParse(answer.json).data?.error.message
  if (!answer.isOk)
    return [
      fault(
        `Firebase says of the project ${projectId}: ${(refused ?? `status ${answer.status}`).replaceAll(apiKey, '…').slice(0, 300)}`,
        'Set FIREBASE_API_KEY to the apiKey of the web app’s configuration; let the key be used from this server and from the shop’s address.',
      ),
    ]
  const { hostname } = new URL(publicUrl)
  const domains = projectForm.safeParse(answer.json).data?.authorizedDomains ?? []
  return [
    ok(`Firebase answers for the project ${projectId}.`),
    ...(domains.length === 0 || domains.includes(hostname)
      ? []
      : [
          fault(
            `The project doesn’t let people sign in from ${hostname}; it knows ${domains.join(', ')}.`,
            'Firebase’s console, Authentication → Settings → Authorized domains: add it.',
          ),
        ]),
  ]
}

async function keysOf({ keys }: Addresses): Promise<Finding[]> {
  const answer = await get(keys)
  return answer?.isOk
    ? [ok('Google’s keys of ID tokens can be read.')]
    : [
        fault(
          'Google’s keys of ID tokens can’t be read.',
          `Let this server reach ${new URL(keys).host}: without them nobody signs in.`,
        ),
      ]
}

async function accountOf(
  account: NonNullable<FirebaseProject['serviceAccount']>,
  { accessTokens: address }: Addresses,
  clock: Clock,
): Promise<Finding[]> {
  try {
    await accessTokens(account, { address, clock })()
    return [ok(`Google lets the service account ${account.clientEmail} in.`)]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [
      fault(
        error.message,
        'Make a new key for it, set FIREBASE_SERVICE_ACCOUNT to that, and look at this machine’s clock.',
      ),
    ]
  }
}

const withoutAccount = async (emulator: string | null): Promise<Finding[]> =>
  emulator === null
    ? [
        warning(
          'There is no service account: the shop can’t end sessions at Firebase, change emails, remove people or invite admins.',
          'Set FIREBASE_SERVICE_ACCOUNT if it is to.',
        ),
      ]
    : []

const away = (who: string, address: string) =>
  fault(`${who} can’t be reached.`, `Let this server reach ${new URL(address).host}: look at its network and firewall.`)

/** Null where it doesn't answer. */
async function get(address: string): Promise<{ isOk: boolean; status: number; json: unknown } | null> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null)
  return response && { isOk: response.ok, status: response.status, json: await response.json().catch(() => null) }
}
