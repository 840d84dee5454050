import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { storedSecrets, newSecret, parseJson, writeOnce } from './stored-secrets.ts'
import { makeSealer, type Sealer } from './sealer.ts'

export interface ShopSecrets {
  /** Tells this shop from others; no secret. Goes along with a backup. */
  shopId: string
  /** Signs club tokens (Ed25519). */
  clubToken: { privateKey: KeyObject; publicKey: KeyObject }
  /** Signs the identity provider's cookies and encrypts its keys. */
  identity: string
  /** Keys the hash of closed accounts' emails, and signs the links that turn emails off. */
  addresses: string
  /** Encrypts mails that wait in the database. */
  mails: Sealer
  /** Encrypts the addresses by which pictures can be deleted at their host. */
  pictures: Sealer
  /** Encrypts sellers' bank details. */
  bankDetails: Sealer
}

const storedForm = z.object({ clubTokenKey: z.string(), identity: z.string().min(32), addresses: z.string().min(32) })

const fileIn = (dataDir: string) => path.join(dataDir, 'keys', 'shop.json')
const shopIdBy = (addresses: string) => createHmac('sha256', addresses).update('shop id').digest('base64url')

/** Id of the shop whose keys are in this data folder; null where none are. */
export const existingShopId = async (dataDir: string): Promise<string | null> =>
  existsSync(fileIn(dataDir)) ? (await shopSecrets(dataDir)).shopId : null

const makeKeys = () => ({
  clubTokenKey: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  identity: newSecret(),
  addresses: newSecret(),
})

/** New keys as the text of their file; of no shop yet. */
export const newShopKeys = (): string => JSON.stringify(makeKeys(), null, 2)

/** The keys in a data folder, as the text of their file; null where it has none. */
export const readShopKeys = async (dataDir: string): Promise<string | null> =>
  existsSync(fileIn(dataDir)) ? readFile(fileIn(dataDir), 'utf8') : null

/** Puts keys into a data folder that has none. */
export const putShopKeys = (dataDir: string, keys: string): Promise<void> => writeOnce(fileIn(dataDir), keys)

/** Id of the shop that keys are of; null for a text that has none. */
export function shopIdOf(keys: string): string | null {
  const read = storedForm.safeParse(parseJson(keys))
  return read.success ? shopIdBy(read.data.addresses) : null
}

/** The shop's own secrets, stored in the data folder. */
export async function shopSecrets(dataDir: string): Promise<ShopSecrets> {
  const secrets = await storedSecrets(fileIn(dataDir), storedForm, makeKeys)
  const privateKey = createPrivateKey(secrets.clubTokenKey)
  return {
    shopId: shopIdBy(secrets.addresses),
    clubToken: { privateKey, publicKey: createPublicKey(privateKey) },
    identity: secrets.identity,
    addresses: secrets.addresses,
    mails: makeSealer(secrets.identity, 'mails'),
    pictures: makeSealer(secrets.identity, 'pictures'),
    bankDetails: makeSealer(secrets.identity, 'bank details'),
  }
}
