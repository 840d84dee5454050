import type { EnvFile } from './env-file.ts'
import { fileNameOf, isOpenToAll, readSecretFile, SECRETS } from './secret-files.ts'
import { SETTINGS, type Setting } from './settings.ts'
import { unknownNames } from './stray-names.ts'

type Values = Readonly<Record<string, string | undefined>>

/** A place that settings come from. */
export interface Layer {
  /** In words, for people: `the environment`, or the path of a file. */
  place: string
  values: Values
  /** Where it is a file of settings. */
  file?: EnvFile
}

/** Where a setting comes from. */
export interface Origin {
  place: string
  /** Of a file of settings. */
  line?: number | undefined
  /** The file of its own that holds a secret. */
  secretFile?: string
}

/** All settings of all places, before their rules are applied. */
export interface GatheredSettings {
  /** As an environment would have them, with the whole environment below. */
  values: Values
  origins: ReadonlyMap<string, Origin>
  /** In words: where settings were read, and where they would be. */
  readFrom: string
  /** The files of settings among these places. */
  files: readonly string[]
  mistakes: readonly string[]
  warnings: readonly string[]
  /** Secrets whose file can't be read; each is one mistake. */
  unread: readonly string[]
}

interface Found {
  name: Setting
  value?: string
  origin: Origin
  mistake?: string
}

/** Gathers the settings of several places; of each the first place counts that has it. Reads the files of secrets. */
export function gatherSettings(
  environment: Values,
  layers: readonly Layer[],
): Pick<GatheredSettings, 'values' | 'origins' | 'mistakes' | 'warnings' | 'unread'> {
  const found = SETTINGS.flatMap((name) => find(name, layers) ?? [])
  const others = Object.entries(environment).filter(([name]) => !SETTINGS.some((known) => known === name))
  const values = found.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
  const isOfFile = new Set(layers.flatMap(({ file }) => file?.path ?? []))
  return {
    values: Object.fromEntries([...others, ...values]),
    origins: new Map(found.map(({ name, origin }) => [name, origin])),
    mistakes: found.flatMap(({ mistake }) => mistake ?? []),
    unread: found.flatMap(({ name, value }) => (value === undefined ? [name] : [])),
    warnings: [
      ...layers.flatMap(({ file }) => (file ? [...file.warnings, ...strayIn(file)] : [])),
      ...openFiles(found, isOfFile),
    ],
  }
}

const isSet = (value: string | undefined): value is string => Boolean(value?.trim())

function find(name: Setting, layers: readonly Layer[]): Found | null {
  const asFile = SECRETS.includes(name) ? fileNameOf(name) : null
  const layer = layers.find(({ values }) => isSet(values[name]) || (asFile !== null && isSet(values[asFile])))
  if (!layer) return null
  const { values, place, file } = layer
  const [value, secretFile] = [values[name]?.trim(), asFile === null ? undefined : values[asFile]?.trim()]
  const origin = { place, line: file?.lines.get(value ? name : (asFile ?? name)) }
  if (!secretFile) return { name, value: value ?? '', origin }
  if (value)
    return { name, value, origin, mistake: `${name}, ${asFile}: both are set; take one of them away${at(origin)}` }
  const read = readSecretFile(secretFile)
  if ('value' in read) return { name, value: read.value, origin: { ...origin, secretFile } }
  return { name, origin, mistake: `${asFile}: ${secretFile} ${read.trouble}${at(origin)}` }
}

/** ` (/srv/dogear/dogear.env, line 4)` after a sentence about a setting of a file; else nothing. */
export function at(origin: Origin | undefined): string {
  if (origin?.secretFile !== undefined) return ` (${origin.secretFile})`
  return origin?.line === undefined ? '' : ` (${origin.place}, line ${origin.line})`
}

const strayIn = ({ path: place, values, lines }: EnvFile): string[] =>
  Array.from(
    unknownNames([...lines.keys()].filter((name) => name in values)),
    ([name, sentence]) => `${sentence}${at({ place, line: lines.get(name) })}`,
  )

/** Warnings for files with secrets that everybody may read. */
function openFiles(found: readonly Found[], isOfFile: ReadonlySet<string>): string[] {
  const holds = new Map<string, string[]>()
  for (const { name, origin } of found.filter((one) => one.value !== undefined && SECRETS.includes(one.name))) {
    const file = origin.secretFile ?? (isOfFile.has(origin.place) ? origin.place : null)
    if (file !== null) holds.set(file, [...(holds.get(file) ?? []), name])
  }
  return [...holds]
    .filter(([file]) => isOpenToAll(file))
    .map(([file, names]) => `${names.join(', ')}: every user of this machine can read ${file}; run chmod o-r ${file}`)
}
