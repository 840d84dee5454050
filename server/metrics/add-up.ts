import type { Family, Sample } from './exposition.ts'

/** Metrics of several processes as one's: values of the same name and labels are added up. */
export const addUp = (all: readonly (readonly Family[])[]): Family[] =>
  together(all, (samples) => {
    const sums = new Map<string, Sample>()
    for (const sample of samples) {
      const key = JSON.stringify([sample.suffix, sample.labels])
      sums.set(key, { ...sample, value: sample.value + (sums.get(key)?.value ?? 0) })
    }
    return [...sums.values()]
  })

/** Metrics of several processes beside each other: their labels tell them apart. */
export const beside = (all: readonly (readonly Family[])[]): Family[] => together(all, (samples) => samples)

function together(all: readonly (readonly Family[])[], join: (samples: readonly Sample[]) => readonly Sample[]) {
  const byName = Map.groupBy(all.flat(), ({ name }) => name)
  return [...byName.values()].flatMap((families) => {
    const [first] = families
    return first ? [{ ...first, samples: join(families.flatMap(({ samples }) => samples)) }] : []
  })
}

/** Those that only rise: they count for the whole program when the process that counted has ended. */
export const countersOf = (families: readonly Family[]): Family[] => families.filter(({ type }) => type !== 'gauge')

/** The same with more labels. */
export const labelled = (families: readonly Family[], labels: NonNullable<Sample['labels']>): Family[] =>
  families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...labels, ...sample.labels } })),
  }))
