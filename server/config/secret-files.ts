import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { whyUnreadable } from './env-file.ts'
import { settings, SETTINGS, type Setting } from './settings.ts'

/** Settings that a file of their own may hold, which NAME_FILE names. */
export const SECRETS: readonly Setting[] = SETTINGS.filter((name) => settings[name].secret)

/** `SMTP_URL_FILE` for `SMTP_URL`. */
export const fileNameOf = (name: string): string => `${name}_FILE`

/** Names of the files of secrets, and of the file of settings. */
export const FILE_NAMES: readonly string[] = [...SECRETS.map(fileNameOf), 'DOGEAR_ENV_FILE']

/** Reads a secret without the line's end; or why it can't be read, as the rest of a sentence. */
export function readSecretFile(file: string): { value: string } | { trouble: string } {
  try {
    const value = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
    return value === '' ? { trouble: 'is empty' } : { value }
  } catch (error) {
    return { trouble: `can't be read: ${whyUnreadable(error)}` }
  }
}

/** Secrets of containers, whose only user is the program. */
const OF_CONTAINERS = '/run/secrets/'

/** Whether every user of this machine may read a file, and get into each folder above it. */
export function isOpenToAll(file: string): boolean {
  const place = path.resolve(file)
  if (process.platform === 'win32' || place.startsWith(OF_CONTAINERS)) return false
  try {
    return (statSync(place).mode & 0o004) > 0 && foldersAbove(place).every((dir) => (statSync(dir).mode & 0o001) > 0)
  } catch {
    return false
  }
}

function foldersAbove(place: string): string[] {
  const folder = path.dirname(place)
  return folder === place ? [] : [folder, ...foldersAbove(folder)]
}
