/** A value of a metric, with its labels; `suffix` is `_bucket`, `_sum` or `_count` of a histogram. */
export interface Sample {
  labels?: Readonly<Record<string, string | number>>
  value: number
  suffix?: string
}

/** A metric and its values, as Prometheus knows them. Names carry their unit: `_seconds`, `_bytes`. */
export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

/** Writes metrics in Prometheus' text format; what has no value yet is left out. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${written(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

/** A gauge without labels; without samples where the value isn't known. */
export const gauge = (name: string, help: string, value: number | null | undefined): Family => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [{ value }] : [],
})

function written(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
