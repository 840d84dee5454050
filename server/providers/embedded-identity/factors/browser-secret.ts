import type { GenericEndpointContext } from '@better-auth/core'
import { randomBytes } from 'node:crypto'

/**
 * Something that the server remembers for one browser and one use: the browser has a random token as a signed cookie,
 * the table `verification` its hash and the value.
 */
export function browserSecret(name: string, lastsSeconds: number) {
  const cookieOf = (ctx: GenericEndpointContext) => ctx.context.createAuthCookie(name, { maxAge: lastsSeconds })
  const identifier = (token: string) => `${name}:${token}`

  async function tokenOf(ctx: GenericEndpointContext): Promise<string | null> {
    return (await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret)) || null
  }

  return {
    async remember(ctx: GenericEndpointContext, value: string): Promise<void> {
      const token = randomBytes(24).toString('base64url')
      const expiresAt = new Date(Date.now() + lastsSeconds * 1000)
      await ctx.context.internalAdapter.createVerificationValue({ identifier: identifier(token), value, expiresAt })
      const cookie = cookieOf(ctx)
      await ctx.setSignedCookie(cookie.name, token, ctx.context.secret, cookie.attributes)
    },

    /** The value, which stays; null where there is none, or it has expired. */
    async find(ctx: GenericEndpointContext): Promise<string | null> {
      const token = await tokenOf(ctx)
      const found = token && (await ctx.context.internalAdapter.findVerificationValue(identifier(token)))
      return found && found.expiresAt > new Date() ? found.value : null
    },

    /** The value, for this use alone; null where there is none, it has expired or was used. */
    async take(ctx: GenericEndpointContext): Promise<string | null> {
      const token = await tokenOf(ctx)
      const cookie = cookieOf(ctx)
      ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 })
      const taken = token && (await ctx.context.internalAdapter.consumeVerificationValue(identifier(token)))
      return taken && taken.expiresAt > new Date() ? taken.value : null
    },
  }
}
