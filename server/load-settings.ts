import { realpathSync } from 'node:fs'
import path from 'node:path'
import { readEnvFile, type EnvFile } from './config/env-file.ts'
import { gatherSettings, type GatheredSettings, type Layer } from './config/gather-settings.ts'
import { settings } from './config/settings.ts'
import { chooseDataDir } from './database/embedded/data-folder.ts'
import { givenEnvFile, givenEnvironment } from './given-environment.ts'
import { environmentOfLastStart } from './last-start.ts'

/** The file of settings in the data folder. */
export const OWN_FILE = 'dogear.env'

export interface LoadedSettings extends GatheredSettings {
  /** The data folder as it was set, before `chooseDataDir`. */
  configuredDir: string
  /** Whether the data folder or the database was named for this program, not only found. */
  isNamed: boolean
  /** Whether a shop was started in the data folder before. */
  hasStarted: boolean
  /** The file of settings that was named, as a full path; null for none. */
  envFile: string | null
}

interface Options {
  /** Adds what the environment of the last start had: for tools, which run in a plain shell. */
  asTool?: boolean
  /** Names that are left out. */
  without?: (name: string) => boolean
  environment?: Readonly<Record<string, string | undefined>>
  /** Instead of the option of the command line. */
  envFile?: string | null
}

/**
 * Loads the settings of a program or a tool: the environment, then the file that `--env-file` or DOGEAR_ENV_FILE names,
 * then dogear.env in the data folder. A tool reads what the shop was last started with before the files, unless a file
 * is named for the tool itself. Nothing is written into this process's environment, which other programs inherit.
 */
export async function loadSettings({
  asTool = false,
  without = () => false,
  environment = givenEnvironment,
  envFile = givenEnvFile,
}: Options = {}): Promise<LoadedSettings> {
  const given: Layer = { place: 'the environment', values: environment }
  const named = readNamed(envFile ?? (environment.DOGEAR_ENV_FILE?.trim() || null))
  const configured = [given, ...named.layers].flatMap(({ values }) => values.DATA_DIR?.trim() || [])[0]
  const configuredDir = path.resolve(configured ?? settings.DATA_DIR.default ?? '')
  // A folder that can't be read is reported by the program that opens it.
  const dataDir = await chooseDataDir(configuredDir, () => {}).catch(() => configuredDir)
  const last = asTool ? await environmentOfLastStart(dataDir) : null
  const ofLast: Layer[] = last ? [{ place: 'the environment of the last start', values: last }] : []
  const namedThen = readNamed(named.file === null ? (last?.DOGEAR_ENV_FILE ?? null) : null)
  const own = readOwn(dataDir, named.file ?? namedThen.file)
  const layers = [given, ...named.layers, ...ofLast, ...namedThen.layers, ...own.layers]
  const gathered = gatherSettings(environment, leaveOut(layers, without))
  return {
    ...gathered,
    mistakes: [...named.mistakes, ...namedThen.mistakes, ...own.mistakes, ...gathered.mistakes],
    files: layers.flatMap(({ file }) => file?.path ?? []),
    readFrom: inWords(layers, path.join(dataDir, OWN_FILE)),
    configuredDir,
    isNamed: [given, ...named.layers].some(({ values }) => values.DATA_DIR?.trim() || values.DATABASE_URL?.trim()),
    hasStarted: last !== null,
    envFile: named.file ?? namedThen.file,
  }
}

interface ReadFile {
  file: string | null
  layers: Layer[]
  mistakes: string[]
}

const layerOf = (file: EnvFile): Layer => ({ place: file.path, values: file.values, file })

/** A file that was named has to be there. */
function readNamed(name: string | null): ReadFile {
  if (name === null) return { file: null, layers: [], mistakes: [] }
  if (name.trim() === '') return { file: null, layers: [], mistakes: ['--env-file: write the path of a file after it'] }
  const file = path.resolve(name)
  const read = readEnvFile(file) ?? 'there is no such file'
  return typeof read === 'string'
    ? { file, layers: [], mistakes: [`--env-file: ${file} can't be read: ${read}`] }
    : { file, layers: [layerOf(read)], mistakes: [] }
}

/** The file of the data folder, unless it is the one that was named. */
function readOwn(dataDir: string, named: string | null): ReadFile {
  const file = path.join(dataDir, OWN_FILE)
  const read = isSame(file, named) ? null : readEnvFile(file)
  if (read === null) return { file, layers: [], mistakes: [] }
  if (typeof read === 'string') return { file, layers: [], mistakes: [`DATA_DIR: ${file} can't be read: ${read}`] }
  const { DATA_DIR: elsewhere, ...values } = read.values
  const isElsewhere = elsewhere?.trim() && path.resolve(elsewhere.trim()) !== dataDir
  const mistakes = isElsewhere
    ? [
        `DATA_DIR: names another folder than the one where ${file} lies; set it in the environment, or in a file that --env-file names`,
      ]
    : []
  return { file, layers: [{ ...layerOf(read), values }], mistakes }
}

function isSame(file: string, other: string | null): boolean {
  try {
    return other !== null && realpathSync(file) === realpathSync(other)
  } catch {
    return false
  }
}

const leaveOut = (layers: readonly Layer[], without: (name: string) => boolean): Layer[] =>
  layers.map((layer) => ({
    ...layer,
    values: Object.fromEntries(Object.entries(layer.values).filter(([name]) => !without(name))),
  }))

/** `the environment and /etc/dogear.env; there is no /srv/dogear/dogear.env, which would be read, too`. */
function inWords(layers: readonly Layer[], ownFile: string): string {
  const places = layers.map(({ place }) => place)
  const read = [places.slice(0, -1).join(', '), places.at(-1)].filter(Boolean).join(' and ')
  return layers.some(({ file }) => file && isSame(ownFile, file.path))
    ? read
    : `${read}; there is no ${ownFile}, which would be read, too`
}
