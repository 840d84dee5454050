import { nearNames } from './near-names.ts'
import { FILE_NAMES, fileNameOf } from './secret-files.ts'
import { SETTINGS } from './settings.ts'

const KNOWN: readonly string[] = [...SETTINGS, ...FILE_NAMES]
/** `MAIL_FROM_FILE`, where only secrets have files of their own. */
const WOULD_BE_FILES = new Set(SETTINGS.map(fileNameOf).filter((name) => !KNOWN.includes(name)))

/** A sentence for each name in an environment that is probably a mistyped setting. */
export function strayNames(names: Iterable<string>): Map<string, string> {
  const given = [...names]
  const near = nearNames(given, KNOWN).map(({ name, meant }) => [name, `${nothing(name)}; ${meant} is one`] as const)
  const files = given
    .filter((name) => WOULD_BE_FILES.has(name))
    .map((name) => [name, `${nothing(name)}; only secrets have a file, write ${name.slice(0, -5)} itself`] as const)
  return new Map([...near, ...files])
}

/** A sentence for each name in a file of settings that is none: unlike an environment it belongs to the shop alone. */
export function unknownNames(names: readonly string[]): Map<string, string> {
  const stray = strayNames(names)
  const unknown = names.filter((name) => !SETTINGS.some((known) => known === name) && !isFileOfSecret(name))
  return new Map(unknown.map((name) => [name, stray.get(name) ?? nothing(name)]))
}

const isFileOfSecret = (name: string) => name !== 'DOGEAR_ENV_FILE' && FILE_NAMES.includes(name)
const nothing = (name: string) => `${name}: is no setting, and has no effect`
