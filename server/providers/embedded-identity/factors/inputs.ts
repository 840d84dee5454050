import { z } from 'zod'

// What browsers may send about passkeys and second factors.

const base64url = z.string().regex(/^[\w-]{1,8000}$/, 'must be base64url')
const id = z.string().regex(/^[\w-]{1,100}$/, 'must be an id of the list')
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
/** Of an app, or a recovery code as it was printed or typed. */
const code = z.string().max(40)

const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.object({}).default({}),
  })

export const inputs = {
  nothing: z.object({}),
  confirm: z.object({ password: z.string().max(1000).optional(), code: code.optional() }),
  code: z.object({ code }),
  passkey: z.object({ id }),
  namedPasskey: z.object({ id, name }),
  newPasskey: z.object({
    name,
    credential: credential(
      z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).default([]),
      }),
    ),
  }),
  usedPasskey: z.object({
    credential: credential(
      z.object({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url,
      }),
    ),
  }),
}
