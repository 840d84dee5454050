import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const firebaseApiKey = z
  .string()
  .regex(/^[\w-]{6,100}$/, 'must be the apiKey of the web app’s configuration, such as AIzaSy…')

export const firebaseAuthDomain = z
  .string()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'must be the authDomain of the web app’s configuration, such as my-club.firebaseapp.com, without https://',
  )

export const firebaseProjectId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be the projectId of the web app’s configuration, such as my-club')

export const firebaseAppId = z
  .string()
  .regex(/^1:\d+:web:[0-9a-f]+$/, 'must be the appId of the web app’s configuration, such as 1:1234567890:web:0a1b2c')

export const firebaseEmulator = z
  .string()
  .regex(/^[\w.[\]:-]+:\d+$/, 'must be the emulator’s host and port, such as 127.0.0.1:9099')

/** As Google writes it: PKCS #8 in PEM, RSA. */
function isKey(pem: string): boolean {
  try {
    return pem.startsWith('-----BEGIN PRIVATE KEY-----') && createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const keyFile = z
  .object({
    project_id: z.string(),
    client_email: z.email(),
    private_key: z.string().refine(isKey),
  })
  .transform((file) => ({
    projectId: file.project_id,
    clientEmail: file.client_email,
    privateKey: file.private_key,
  }))

const NO_KEY = 'must be the service account’s JSON, or the path of a file with it'

/** The key file of a service account, or its path. What is in it appears in no message. */
export const firebaseServiceAccount = z.string().transform((given, context): z.output<typeof keyFile> => {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  let text = given
  try {
    if (!given.startsWith('{')) text = readFileSync(given, 'utf8')
  } catch {
    return fail(`${NO_KEY}; this is no file that can be read`)
  }
  try {
    const read = keyFile.safeParse(JSON.parse(text))
    return read.success
      ? read.data
      : fail('must have project_id, client_email and a whole private_key, as Firebase’s console downloads it')
  } catch {
    return fail(NO_KEY)
  }
})
