import type { Config } from '#server/config.ts'
import { keepSealedKeys, readSealedKeys, replaceSealedKeys } from '#server/database/marks/shop-keys.ts'
import { readShopMark } from '#server/database/marks/shop-mark.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { Db } from '#server/database/schema.ts'
import { makeSealer } from './sealer.ts'
import { newShopKeys, putShopKeys, readShopKeys, shopIdOf } from './shop-secrets.ts'

/**
 * With KEYS_SECRET: keeps the shop's keys in the database, sealed by it, and puts them into a data folder that has none,
 * so that a second machine needs no copy of that folder. Refuses a folder with other keys, and another secret
 * (OperatorError), unless `isNew`: then the folder's keys count from now on. Safe to repeat, and at several instances.
 */
export async function shareKeys(
  db: Db,
  { keysSecret, dataDir }: Pick<Config, 'keysSecret' | 'dataDir'>,
  isNew: boolean,
): Promise<void> {
  if (keysSecret === null) return
  const sealer = makeSealer(keysSecret, 'shop keys')
  const own = await readShopKeys(dataDir)
  if (isNew) {
    const keys = own ?? newShopKeys()
    if (own === null) await putShopKeys(dataDir, keys)
    return replaceSealedKeys(db, sealer.seal(keys))
  }
  const stored = await readSealedKeys(db)
  // The refusal of a database without its keys says more.
  if (stored === null && own === null && (await readShopMark(db))) return
  const sealed = stored ?? (await keepSealedKeys(db, sealer.seal(own ?? newShopKeys())))
  const keys = sealer.open(sealed)
  if (keys === null)
    throw new OperatorError(
      'KEYS_SECRET is another than the one that sealed the shop’s keys in its database. Set the same at every instance; if it is lost, empty the table shop_keys, and start the instance first whose DATA_DIR has the keys.',
    )
  if (own === null) await putShopKeys(dataDir, keys)
  else if (shopIdOf(own) !== shopIdOf(keys))
    throw new OperatorError(
      `The keys in ${dataDir}/keys are others than those in the shop’s database. Choose another DATA_DIR, or take its keys/ away, and they are taken from the database.`,
    )
}
