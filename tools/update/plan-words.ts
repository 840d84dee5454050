import { bytesInWords } from '#server/doctor/words.ts'
import type { Plan, Step } from './plan.ts'

const KINDS = {
  expand: 'expand: programs of the last release can go on beside it',
  contract: 'contract: programs of before write nothing from then on',
}

const STOPS = {
  nothing: 'rows change, others go on',
  writes: 'nobody writes it meanwhile',
  all: 'nobody reads or writes it meanwhile',
}

/** A plan in lines of text for the operator. */
export function planLines({ from, to, changes, isAdopted, steps, postgres, backup }: Plan): string[] {
  const isQuiet = !isAdopted && steps.length === 0
  return [
    `From Dogear ${from} to ${to}.`,
    ...(changes.length > 0 ? ['', ...changes] : ['Its CHANGELOG.md has no version above this one.']),
    '',
    ...(isAdopted ? ['The schema of 0.1.0 takes the place of the list of older migrations.'] : []),
    ...(isQuiet ? ['The database stays as it is.'] : steps.flatMap(stepLines)),
    ...(postgres
      ? [
          `PostgreSQL ${postgres.from} becomes ${postgres.to}: the rows go over by the backup, and the old files stay aside.`,
        ]
      : []),
    `A backup into ${backup.dir} takes ${bytesInWords(backup.need)} at most; its disk has ${bytesInWords(backup.free)} free${
      backup.free < backup.need ? ': too little' : ''
    }.`,
  ]
}

function stepLines({ migration: { name, kind }, touches }: Step): string[] {
  const head = `${name}: ${kind ? KINDS[kind] : KINDS.contract}`
  if (touches === null) return [head, '    what it locks couldn’t be tried out here: there is no built-in PostgreSQL']
  if (touches.length === 0) return [head, '    touches no table that is there']
  return [
    head,
    ...touches.map(
      ({ table, stops, rows }) => `    ${table.replace(/^public\./, '')} (${rowsIn(rows)}): ${STOPS[stops]}`,
    ),
  ]
}

const rowsIn = (rows: number | null) =>
  rows === null ? 'rows not counted yet' : `about ${new Intl.NumberFormat('en').format(rows)} rows`
