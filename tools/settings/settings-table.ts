import { screenSettings, SETTING_NAMES } from '#contract/settings/shop-settings.ts'
import type { GatheredSettings, Origin } from '#server/config/gather-settings.ts'
import { settings, SETTINGS, type Setting } from '#server/config/settings.ts'

type Values = Readonly<Record<string, unknown>>

interface Given extends Pick<GatheredSettings, 'values' | 'origins'> {
  /** What admins have set on the screen, by the screen's names; nothing where that can't be read. */
  stored: Values
  /** Settings with a mistake, such as a secret in the wrong place. */
  faulty: readonly string[]
  /** Leaves out what has its default. */
  onlyChanged: boolean
}

interface Row {
  name: Setting
  value: string
  /** Null for a default. */
  source: string | null
}

/** All settings in force under their headings, each with its value and where it comes from. No secret is in it. */
export function settingsTable({ onlyChanged, ...given }: Given): string {
  const rows = SETTINGS.map((name) => rowOf(name, given))
  const [nameWidth, valueWidth] = [widest(rows.map(({ name }) => name)), widest(rows.map(({ value }) => value))]
  const lines = rows.flatMap(({ name, value, source }) => {
    const { heading } = settings[name]
    const line = `  ${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${source ?? 'default'}`
    return [...(heading === undefined ? [] : [`\n${heading}`]), ...(onlyChanged && source === null ? [] : [line])]
  })
  // A heading without settings below is left out.
  const shown = lines.filter((line, at) => line.startsWith('  ') || (lines[at + 1] ?? '').startsWith('  '))
  return shown.length === 0 ? '\nEvery setting has its default.' : shown.join('\n')
}

const LONGEST = 48
const widest = (texts: readonly string[]) => Math.min(LONGEST, Math.max(...texts.map((text) => text.length)))

function rowOf(name: Setting, { values, origins, stored, faulty }: Omit<Given, 'onlyChanged'>): Row {
  const [origin, value] = [origins.get(name), values[name]]
  if (origin)
    return {
      name,
      value: value === undefined ? 'can’t be read' : maskedValue(name, value, faulty.includes(name)),
      source: placeOf(name, origin),
    }
  if (name === 'CATALOGUE' && origins.has('CATALOGUE_PUBLIC'))
    return { name, value: 'as CATALOGUE_PUBLIC says', source: 'CATALOGUE_PUBLIC' }
  const onScreen = SETTING_NAMES.find((one) => screenSettings[one].env === name)
  const byAdmins = onScreen && stored[onScreen]
  if (typeof byAdmins === 'string') return { name, value: byAdmins, source: 'the settings screen' }
  return { name, value: defaultOf(name), source: null }
}

function defaultOf(name: Setting): string {
  const { default: usual, otherwise = usual ?? '' } = settings[name]
  return plain(usual || otherwise || 'not set')
}

const plain = (markdown: string) => markdown.replaceAll('`', '')

/** The value as people may see it: of a secret its length, of an address no user and no password. */
export function maskedValue(name: Setting, value: string, isFaulty: boolean): string {
  const counted = `set, ${value.length} characters`
  const { secret } = settings[name]
  const url = URL.parse(value)
  if (secret === 'all' || isFaulty || (secret && !url)) return counted
  if (!url || (url.username + url.password === '' && !url.searchParams.has('password'))) return value
  url.searchParams.delete('password')
  return `${url.protocol}//[hidden]@${url.host}${url.pathname}${url.search}`
}

function placeOf(name: Setting, { place, line, secretFile }: Origin): string {
  const where = line === undefined ? place : `${place}, line ${line}`
  return secretFile === undefined ? where : `${secretFile}, which ${name}_FILE names (${where})`
}
