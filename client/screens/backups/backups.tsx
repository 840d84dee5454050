import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import {
  listBackups,
  takeBackup,
  type Backups as ShopBackups,
  type BackupWork,
  type StoredBackup,
} from '#contract/settings/backups.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { DataTable } from '#client/lists/tables/data-table.tsx'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { backupColumns, backupName } from './backup-columns.tsx'
import { failureWords, howOften, progressWords } from './backup-words.ts'
import { Download } from './download.tsx'
import { LastTrial } from './last-trial.tsx'

const POLL_MS = 1500

const isUnderWay = (work: BackupWork | null | undefined) => !!work && work.problem === null

/** The shop's backups: what is there, how the last trial restore went, and one now. */
export default function Backups() {
  const read = useCall(
    listBackups,
    {},
    { gcTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data?.backups?.work) ? POLL_MS : false) },
  )
  if (read.isError) return <Retry error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeletons count={3} className="h-16" label="Loading the backups" />
  return read.data.backups ? <Shown backups={read.data.backups} /> : <NoneAreTaken />
}

function NoneAreTaken() {
  return (
    <EmptyState words="This shop takes no backups yet">
      <p className="max-w-measure text-ink-2">
        A backup is the whole shop in one file. Ask whoever runs the server to set <code>BACKUP_DIR</code> to a folder,
        best on another disk, and to start the shop again. One is then taken each day, and shown here.
      </p>
    </EmptyState>
  )
}

function Shown({ backups }: { backups: ShopBackups }) {
  const { work, trial, list } = backups
  const take = useMutation({ mutationFn: () => call(takeBackup, {}) })
  const [downloaded, setDownloaded] = useState<StoredBackup | null>(null)
  const isBusy = isUnderWay(work)
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">{howOften(backups)}</p>
      <button
        type="button"
        className="button"
        aria-disabled={isBusy || take.isPending}
        onClick={() => !isBusy && !take.isPending && take.mutate()}
      >
        Take a backup now
      </button>
      <div role="status" className="mt-3 grid max-w-measure gap-2 empty:hidden">
        {work && isBusy && <Progress work={work} />}
      </div>
      <FailureLine words={take.error?.message ?? failureWords(backups)} className="mt-3 max-w-measure" />
      <LastTrial trial={trial} isOn={backups.trialEveryDays !== null} />
      <h2 className="mt-8 mb-3 text-xl">All backups</h2>
      {list.length === 0 ? (
        <p className="text-ink-2">There are none yet. The first one is taken within a minute.</p>
      ) : (
        <DataTable
          caption="Backups, newest first"
          columns={backupColumns({ tried: trial, isBusy, download: setDownloaded })}
          rows={list}
          keyOf={({ name }) => name}
          nameOf={backupName}
        />
      )}
      {downloaded && <Download backup={downloaded} onClose={() => setDownloaded(null)} />}
    </>
  )
}

function Progress({ work: { what, done, total } }: { work: BackupWork }) {
  return (
    <>
      <p>{progressWords(what, done, total)} You can leave this page; it goes on by itself.</p>
      <progress
        aria-label={what === 'backup' ? 'Backup' : 'Trial restore'}
        className="h-2 w-full"
        {...(total > 0 && { value: Math.min(done, total), max: total })}
      />
    </>
  )
}
