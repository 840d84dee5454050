import type { Config, ConfigError } from '#server/config.ts'
import { fault, ok, warning, type Finding } from '#server/ports/finding.ts'
import { VERSION } from '#server/config/version.ts'

const thisVersion = ok(`This is Dogear ${VERSION}.`)

/** What the settings make of the shop. A start refuses those with mistakes, so a shop that runs has none. */
export function checkConfiguration({ mode, publicUrl, host, port, warnings, readFrom, set }: Config): Finding[] {
  const names = set.length > 0 ? `set are ${set.join(', ')}` : 'no setting is set'
  return [
    thisVersion,
    ok(`A ${mode === 'live' ? 'live shop' : 'demo'} at ${publicUrl}, which listens on ${host}:${port}; ${names}.`),
    ...(readFrom === null ? [] : [ok(`Settings are read from ${readFrom}.`)]),
    ...warnings.map((sentence) => warning(`${sentence}.`, 'Correct it, or take it away.')),
  ]
}

/** The mistakes that keep a shop from starting, as the configuration names them, a line for each. */
export const configurationFaults = ({ message, readFrom }: ConfigError): Finding[] => [
  thisVersion,
  ...message.split('\n').map((line) => fault(line, 'Correct it; docs/settings.md has every setting, and its form.')),
  ...(readFrom === null ? [] : [ok(`Settings are read from ${readFrom}.`)]),
]
