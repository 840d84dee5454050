import { z } from 'zod'
import { ProviderError } from '#server/ports/provider-error.ts'
import { accessTokens } from './access-tokens.ts'
import { GOOGLES, type FirebaseSettings } from './settings.ts'

const WITHIN_MS = 5000

const refused = z.object({ error: z.object({ message: z.string() }) })
const user = z.object({
  localId: z.string(),
  email: z.string().default(''),
  emailVerified: z.boolean().default(false),
  disabled: z.boolean().default(false),
  /** Seconds since 1970, as text: sessions of earlier sign-ins have ended. */
  validSince: z.coerce.number().default(0),
  /** Ways to sign in, linked ones too. */
  providerUserInfo: z.array(z.object({ providerId: z.string(), email: z.string().default('') })).default([]),
})
const found = z.object({ users: z.array(user).default([]) })

/** A person as the project has them. */
export type ToolkitUser = z.output<typeof user>

/** An expected no of Identity Toolkit, such as EMAIL_EXISTS. */
export class ToolkitRefusal extends Error {
  override name = 'ToolkitRefusal'
  readonly code: string

  constructor(code: string) {
    super(`Identity Toolkit: ${code}`)
    this.code = code
  }
}

/** Calls of Identity Toolkit with the rights of the project's own server; null without a service account. */
export function identityToolkit({ project, clock, at = GOOGLES }: FirebaseSettings) {
  const { projectId, serviceAccount, emulator } = project
  const base = emulator === null ? at.identityToolkit : `http://${emulator}/identitytoolkit.googleapis.com`
  // The emulator has no keys: this word opens it.
  const owner = async () => 'owner'
  const accessToken = serviceAccount && accessTokens(serviceAccount, { address: at.accessTokens, clock })
  const authorize = emulator === null ? accessToken : owner
  if (!authorize) return null

  async function ask(call: string, body: object): Promise<unknown> {
    const response = await fetch(`${base}/v1/projects/${projectId}/accounts${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await authorize!()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch((error: unknown) => {
      throw new ProviderError('Firebase can’t be reached.', { cause: error })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    const { data } = refused.safeParse(answer)
    // 'WEAK_PASSWORD : Password should be …'
    const code = data?.error.message.split(' ', 1)[0] ?? ''
    if (response.status === 400 && code) throw new ToolkitRefusal(code)
    throw new ProviderError(`Firebase answered ${response.status} ${data?.error.message.slice(0, 300) ?? ''}`)
  }

  const find = async (by: { localId: string[] } | { email: string[] }): Promise<ToolkitUser | null> =>
    found.parse(await ask(':lookup', by)).users[0] ?? null

  return {
    findById: (localId: string) => find({ localId: [localId] }),
    findByEmail: (email: string) => find({ email: [email] }),
    /** Makes a person. Throws ToolkitRefusal, such as EMAIL_EXISTS. */
    create: async (person: { email: string; displayName: string; password?: string; emailVerified?: boolean }) =>
      z.object({ localId: z.string() }).parse(await ask('', person)).localId,
    /** Changes a person. Throws ToolkitRefusal, such as EMAIL_EXISTS or USER_NOT_FOUND. */
    update: async (change: {
      localId: string
      email?: string
      emailVerified?: boolean
      password?: string
      validSince?: string
      /** Ways to sign in that end. */
      deleteProvider?: string[]
    }) => void (await ask(':update', change)),
    /** Removes a person. Throws ToolkitRefusal, such as USER_NOT_FOUND. */
    remove: async (localId: string) => void (await ask(':delete', { localId })),
    /** A link to choose a new password, which isn't mailed. */
    resetLink: async (email: string) => {
      const answer = await ask(':sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })
      return new URL(z.object({ oobLink: z.url() }).parse(answer).oobLink)
    },
  }
}

export type IdentityToolkit = NonNullable<ReturnType<typeof identityToolkit>>
