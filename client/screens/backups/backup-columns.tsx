import { useMutation } from '@tanstack/react-query'
import { tryBackup, type Backups, type StoredBackup } from '#contract/settings/backups.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { Badge } from '#client/ui/facts/badge.tsx'
import { LocalTime, localTime } from '#client/ui/facts/local-time.tsx'
import { sizeWords } from '#client/ui/facts/size-words.ts'
import { kindWords, placeWords } from './backup-words.ts'

/** Name of a backup: 'the backup of Mon 23 Nov, 3:21 pm'. */
export const backupName = ({ at }: StoredBackup): string => `the backup of ${localTime(at)}`

interface Given {
  tried: Backups['trial']
  /** While one is taken or tried, no other is. */
  isBusy: boolean
  download: (backup: StoredBackup) => void
}

export function backupColumns({ tried, isBusy, download }: Given): Column<StoredBackup>[] {
  return [
    {
      heading: 'Taken',
      part: 'title',
      cell: ({ at }) => (
        <span className="font-semibold">
          <RowTitle>
            <LocalTime date={at} />
          </RowTitle>
        </span>
      ),
    },
    { heading: 'Why', part: 'facts', cell: ({ kind }) => kindWords[kind] },
    {
      heading: 'Size',
      part: 'price',
      isFigure: true,
      cell: ({ bytes }) => bytes !== null && <span className="whitespace-nowrap">{sizeWords(bytes)}</span>,
    },
    { heading: 'Trial', part: 'state', cell: ({ name }) => tried?.name === name && <TrialBadge trial={tried} /> },
    { heading: 'Where', part: 'rest', cell: placeWords },
    {
      heading: 'On trial',
      part: 'rest',
      isPlain: true,
      cell: (backup) => backup.bytes !== null && <TryIt backup={backup} isBusy={isBusy} />,
    },
    {
      heading: 'Download',
      part: 'action',
      cell: (backup) =>
        backup.bytes !== null && (
          <button type="button" className="button-outline" onClick={() => download(backup)}>
            Download<span className="sr-only"> {backupName(backup)}</span>
          </button>
        ),
    },
  ]
}

function TryIt({ backup, isBusy }: { backup: StoredBackup; isBusy: boolean }) {
  const begin = useMutation({ mutationFn: () => call(tryBackup, { params: { name: backup.name } }) })
  const isOff = isBusy || begin.isPending
  return (
    <>
      <button type="button" className="button-quiet" aria-disabled={isOff} onClick={() => !isOff && begin.mutate()}>
        Try it<span className="sr-only">: restore {backupName(backup)}</span>
      </button>
      <FailureLine words={begin.error?.message} className="text-sm" />
    </>
  )
}

function TrialBadge({ trial: { outcome } }: { trial: NonNullable<Backups['trial']> }) {
  if (outcome === 'ok') return <Badge kind="ok">can be restored</Badge>
  return outcome === 'failed' ? <Badge kind="warn">can’t be restored</Badge> : <Badge kind="quiet">not tried</Badge>
}
