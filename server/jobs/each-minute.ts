import { foldAccountCounts } from '#server/accounts/account-counts.public.ts'
import { endSuspensions } from '#server/account-closure/end-suspensions.ts'
import { forgetClosedContacts } from '#server/account-closure/forget-closed-contacts.ts'
import { forgetCountedMails } from '#server/accounts/mail-limits/count-mail.ts'
import { removeOldLists } from '#server/books/brought/import-brought.ts'
import { keepMapParts } from '#server/books/dated/keep-parts.ts'
import { endReductions } from '#server/books/end-reductions.ts'
import { keepSalesShort } from '#server/books/sellers/keep-sales-short.ts'
import { foldCategoryCounts } from '#server/categories/categories.public.ts'
import { forgetCatalogueChanges } from '#server/database/buckets/forget-changes.ts'
import { removeExports } from '#server/exports/remove-exports.ts'
import { keepAnswers } from '#server/messages/answers/keep-answers.ts'
import { deleteDroppedPictures } from '#server/images/delete-dropped-pictures.ts'
import { removeUnusedImages } from '#server/images/remove-unused-images.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { forgetReports } from '#server/reports/forget-reports.ts'
import { findDisputes } from '#server/orders/disputes/find-disputes.ts'
import { askNewestRelease } from '#server/settings/newest-release/newest-release.ts'
import { payOut } from '#server/orders/transfers/pay-out.ts'
import { sweep } from '#server/orders/sweep.ts'
import { matchWants } from '#server/wants/match-wants.ts'
import { sumUpWanted } from '#server/wants/sum-up-wanted.ts'
import type { Services } from '#server/services.ts'
import type { JobWatch } from './job-watch.ts'
import { giveUpSpentJobs } from './give-up.ts'
import { bringBackJobs, freeAbandonedJobs } from './jobs.sql.ts'

/** Minutes until the first daily run: an hour after the start. */
const FIRST_DAILY = 60
const HOUR = 60
const DAY = 24 * HOUR

/**
 * Runs the minute's work in every process of the shop: the sweep, repairs of the job queue, and once a day the cleanup.
 * A part that fails is logged, and the others run all the same.
 */
export function eachMinute(services: Services, watch: JobWatch): () => Promise<void> {
  let minute = 0
  const failing = new Set<string>()
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
      failing.delete(what)
    } catch (err) {
      // Log the error in full once; it usually lasts longer than a minute.
      if (failing.has(what)) services.log.error({}, `${what} failed again`)
      else services.log.error({ err }, `${what} failed; it will be tried again each minute`)
      failing.add(what)
    }
  }
  return async () => {
    await attempt('the sweep', () => sweep(services))
    await attempt('paying sellers out', () => payOut(services))
    await attempt('ending suspensions', () => endSuspensions(services))
    await attempt('putting the jobs right', () => putJobsRight(services, watch))
    await attempt('keeping the categories’ counts short', () => foldCategoryCounts(services.db))
    await attempt('forgetting what changed of the catalogue', () => forgetCatalogueChanges(services.db))
    await attempt('keeping the accounts’ counts short', () => foldAccountCounts(services.db))
    await attempt('keeping the sellers’ counts short', () => keepSalesShort(services))
    await attempt('finding how soon sellers answer', () => keepAnswers(services))
    await attempt('ending what lowered prices say of earlier ones', () => endReductions(services))
    await attempt('removing files with people’s data', () => removeExports(services))
    await attempt('deleting pictures at their host', () => deleteDroppedPictures(services))
    await attempt('telling who waits for books', () => matchWants(services))
    if (minute % HOUR === 0) {
      await attempt('finding chargebacks', () => findDisputes(services))
      await attempt('summing up what members look for', () => sumUpWanted(services))
      await attempt('keeping the parts of the site map short', () => keepMapParts(services))
    }
    if (minute % DAY === FIRST_DAILY) {
      await attempt('forgetting the contacts of closed accounts', () => forgetClosedContacts(services))
      await attempt('forgetting what was reported about closed accounts', () =>
        services.db.transaction().execute((tx) => forgetReports(tx)),
      )
      await attempt('forgetting lists that nobody imported', () => removeOldLists(services))
      await attempt('forgetting to whom emails went', () => forgetCountedMails(services))
      await attempt('asking for a newer version', () => askNewestRelease(services))
      await attempt('clearing away unused pictures', () => removeUnusedImages(services, isUnusedPicture))
    }
    minute += 1
  }
}

async function putJobsRight({ db, clock, log }: Services, watch: JobWatch): Promise<void> {
  await watch.settle(db)
  await freeAbandonedJobs(db)
  await bringBackJobs(db)
  await giveUpSpentJobs({ db, clock, log })
}
