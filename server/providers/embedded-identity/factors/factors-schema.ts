import type { BetterAuthPlugin } from 'better-auth'

type Schema = NonNullable<BetterAuthPlugin['schema']>
type Field = Schema[string]['fields'][string]

const owner = (isUnique: boolean): Field => ({
  type: 'string',
  required: true,
  references: { model: 'user', field: 'id', onDelete: 'cascade' },
  ...(isUnique ? { unique: true } : { index: true }),
})
const text: Field = { type: 'string', required: true }
const date: Field = { type: 'date', required: true }
const maybe = (field: Field): Field => ({ ...field, required: false })
const big: Field = { type: 'number', bigint: true, required: true }

/** Tables of passkeys and second factors; better-auth makes them with its own. */
export const factorsSchema = {
  /** `publicKey` in base64url; `counter` of the authenticator, against copies of it. */
  passkey: {
    fields: {
      userId: owner(false),
      name: text,
      credentialId: { ...text, unique: true },
      publicKey: text,
      counter: big,
      transports: text,
      createdAt: date,
      lastUsedAt: maybe(date),
    },
  },
  /**
   * In force with `onSince`. Secrets of authenticator apps are sealed with our secret; `newSecret` waits for its first
   * code. `lastStep` is the time step of the last code used, so that none works twice.
   */
  secondFactor: {
    fields: {
      userId: owner(true),
      secret: maybe(text),
      newSecret: maybe(text),
      lastStep: big,
      onSince: maybe(date),
    },
  },
  /** Unused recovery codes, hashed with our secret. */
  recoveryCode: { fields: { userId: owner(false), hash: text } },
} satisfies Schema
