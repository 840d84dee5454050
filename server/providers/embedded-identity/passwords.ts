import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const FULL_COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const HASH_BYTES = 32

const argon2id = promisify((parameters: Argon2Parameters, done: (error: Error | null, hash: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/**
 * Password hash by argon2id with a fresh salt, as a PHC string that carries its own parameters, so that a hash of any
 * cost can be checked.
 */
export async function hashPassword(password: string, cost: Cost = FULL_COST): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await argon2id({
    message: password.normalize('NFKC'),
    nonce,
    tagLength: HASH_BYTES,
    ...cost,
  })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`
}

/** Whether the password belongs to the password hash, in constant time. False for a hash that isn't argon2id. */
export async function passwordMatches({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, time, parallelism, nonce, expected] = parts
  const wanted = Buffer.from(expected ?? '', 'base64')
  const actual = await argon2id({
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce ?? '', 'base64'),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
    memory: Number(memory),
    passes: Number(time),
  })
  return timingSafeEqual(actual, wanted)
}
