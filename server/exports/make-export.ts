import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { EXPORT_DAYS } from '#contract/accounts/exports.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { addJob } from '#server/database/add-job.ts'
import { exportReadyMail } from './export-mails.ts'
import { countPicturesOf, listPicturesOf } from '#server/images/images.public.ts'
import type { ArchiveEntry } from '#server/ports/archives.ts'
import type { Services } from '#server/services.ts'
import { allAfter } from './all-pages.ts'
import { pictureName } from './book-row.ts'
import { hasRoom, MOST_PICTURE_BYTES } from './exports.rules.ts'
import { findExport, setFinished, setProgress, sumKeptBytes } from '#server/accounts/exports/exports.public.ts'
import type { PartServices } from './part-services.ts'
import { exportParts } from './parts.ts'

type MakeServices = PartServices & Pick<Services, 'images' | 'archives'>

/** Progress is stored after so many pictures. */
const PICTURES_A_STEP = 20
/** Delay before a retry, by what it waits for. */
const AGAIN_MS = { busy: 5000, full: HOUR_MS }

let isBusy = false

/**
 * Makes an export entry by entry, and books the email about it. Idempotent: a finished one is left alone, an
 * interrupted one is made from the beginning. One at a time per process: another is retried some seconds later, so that
 * exports don't delay the emails. Retried later, too, where the disk's share is full.
 */
export async function makeExport(services: MakeServices, exportId: string): Promise<void> {
  if (isBusy) return comeAgain(services, exportId, AGAIN_MS.busy)
  isBusy = true
  try {
    await make(services, exportId)
  } finally {
    isBusy = false
  }
}

function comeAgain({ db, clock }: MakeServices, exportId: string, afterMs: number): Promise<void> {
  const again = new Date(clock.now().getTime() + afterMs)
  return db.transaction().execute((tx) => addJob(tx, 'make_export', { exportId }, again))
}

async function make(services: MakeServices, exportId: string): Promise<void> {
  const { db, clock, archives } = services
  const found = await findExport(db, exportId)
  const account = found && (await findAccountById(db, found.accountId))
  if (!found || found.finishedAt || found.failedAt || !account || account.closedAt) return
  if (!hasRoom(await sumKeptBytes(db, clock.now()))) return comeAgain(services, exportId, AGAIN_MS.full)
  const parts = exportParts(services, { ...account, signedInAt: 0 })
  const total = parts.length + (await countPicturesOf(db, account.id))
  const bytes = await archives.write(
    exportId,
    withProgress(services, { exportId, accountId: account.id, parts, total }),
  )
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY_MS)
  const isDone = await db.transaction().execute(async (tx) => {
    if (!(await setFinished(tx, exportId, { bytes, now, expiresAt }))) return false
    await exportReadyMail.book(tx, { exportId })
    return true
  })
  // Replaced by a newer request, or the account was closed, meanwhile.
  if (!isDone) await archives.remove(exportId)
}

async function* withProgress(
  services: MakeServices,
  { exportId, accountId, parts, total }: { exportId: string; accountId: string; parts: ArchiveEntry[]; total: number },
): AsyncGenerator<ArchiveEntry> {
  let done = 0
  const tell = () => setProgress(services.db, exportId, { done: Math.min(done, total), total })
  for (const part of parts) {
    await tell()
    yield part
    done += 1
  }
  for await (const picture of pictures(services, accountId)) {
    if (done % PICTURES_A_STEP === 0) await tell()
    yield picture
    done += 1
  }
}

/** Yields pictures one at a time. */
async function* pictures({ db, images }: MakeServices, accountId: string): AsyncGenerator<ArchiveEntry> {
  let bytes = 0
  const leftOut: string[] = []
  for await (const url of allAfter<string>((after, limit) => listPicturesOf(db, accountId, after ?? '', limit))) {
    const content = bytes < MOST_PICTURE_BYTES ? await images.read(url) : null
    if (content) yield { name: pictureName(url), content }
    else leftOut.push(url)
    bytes += content?.length ?? 0
  }
  if (leftOut.length > 0) yield { name: 'pictures/left-out.txt', content: Buffer.from(`${leftOut.join('\n')}\n`) }
}
