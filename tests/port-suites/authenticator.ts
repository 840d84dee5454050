import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Ceremony {
  challenge: string
  /** Host name that passkeys are bound to. */
  rpId: string
  /** Of the page that asks. */
  origin: string
  /** Whether the authenticator checked its owner, by a finger or a PIN. */
  isVerified?: boolean
}

/** An authenticator with one passkey, as a browser speaks for it. */
export interface Authenticator {
  /** The answer to `navigator.credentials.create`, as JSON. */
  create(ceremony: Ceremony): object
  /** The answer to `navigator.credentials.get`; by another's credential id if given. */
  get(ceremony: Ceremony, id?: string): object
  id: string
  /** Uses until now; a copy has the same number. */
  uses: { count: number }
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** A software authenticator (ES256, no attestation). */
export function authenticator(userId = ''): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const uses = { count: 0 }
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )

  function data({ rpId, isVerified = true }: Ceremony, isNew: boolean): Buffer {
    uses.count += 1
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (isNew ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(uses.count, 1)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const credential = isNew ? [Buffer.alloc(16), length, rawId, coseKey] : []
    return Buffer.concat([sha256(rpId), head, ...credential])
  }

  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const credential = (name: string, response: object) => ({
    id: name,
    rawId: name,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    uses,
    create(ceremony) {
      const authData = new Uint8Array(data(ceremony, true))
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, never> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', authData],
        ]),
      )
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    get(ceremony, otherId = id) {
      const authData = data(ceremony, false)
      const client = clientData('webauthn.get', ceremony)
      return credential(otherId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
        userHandle: Buffer.from(userId || 'somebody').toString('base64url'),
      })
    },
  }
}
