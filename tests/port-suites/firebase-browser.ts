import type { Session } from './identity.ts'

/** What Firebase's SDK asks in a browser, as far as a suite needs it, over the same wire. */
export function firebaseBrowser(base: string, key: string) {
  async function ask(path: string, body: object): Promise<Record<string, string> | null> {
    const response = await fetch(`${base}/${path}?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? ((await response.json()) as Record<string, string>) : null
  }
  const account = (call: string, body: object) => ask(`identitytoolkit.googleapis.com/v1/accounts:${call}`, body)

  function asSession(answer: Record<string, string> | null): Session | null {
    if (!answer) return null
    const refresh = { grant_type: 'refresh_token', refresh_token: answer.refreshToken }
    return { proof: async () => (await ask('securetoken.googleapis.com/v1/token', refresh))?.id_token ?? null }
  }
  const signIn = async (email: string, password: string) =>
    asSession(await account('signInWithPassword', { email, password, returnSecureToken: true }))

  return {
    signIn,
    signUp: async ({ name, ...person }: { email: string; password: string; name: string }) =>
      asSession(await account('signUp', { ...person, displayName: name, returnSecureToken: true })),
    useLink: async (link: string, newPassword: string) => {
      const oobCode = new URL(link).searchParams.get('token')
      const used = await account('resetPassword', { oobCode, newPassword })
      return used?.email ? signIn(used.email, newPassword) : null
    },
  }
}
