/**
 * The original environment. Import this file before anything else: React, better-auth and others choose their
 * production build by NODE_ENV at import. It isn't the operator's setting (DOGEAR_MODE is), so we set it; `readConfig`
 * judges the original.
 */
export const givenEnvironment: Readonly<Record<string, string | undefined>> = { ...process.env }

process.env.NODE_ENV = 'production'

const OPTION = '--env-file'

/** `--env-file FILE` of any program, taken off its command line: empty without a file, null without the option. */
export const givenEnvFile: string | null = takeEnvFile(process.argv)

function takeEnvFile(words: string[]): string | null {
  const at = words.findIndex((word, index) => index > 1 && (word === OPTION || word.startsWith(`${OPTION}=`)))
  if (at === -1) return null
  const [word = '', next] = words.slice(at, at + 2)
  if (word !== OPTION) words.splice(at, 1)
  if (word !== OPTION) return word.slice(OPTION.length + 1)
  const isThere = next !== undefined && !next.startsWith('--')
  words.splice(at, isThere ? 2 : 1)
  return isThere ? next : ''
}
