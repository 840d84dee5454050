import { removeUpdateMark, type UpdateMark, writeUpdateMark } from '#server/proving/update-mark.ts'
import { openAndProve, type Opening, originOf } from './open-and-prove.ts'
import { isChanged, restoreInPlace, takeClusterBack, untilClosed } from './places.ts'
import { switchLink } from './programs.ts'
import { untilOpen } from './prove.ts'

type Back = Opening & { mark: UpdateMark }

/**
 * Takes a shop back to the program and the data of before an update. The new program has taken nothing from people, so
 * nothing is lost. A database that was changed comes back from the backup. Safe to repeat after an interruption. Rejects
 * where even the old program can't open the shop.
 */
export async function goBack(back: Back): Promise<void> {
  const { config, runner, mark, say } = back
  const begun = performance.now()
  await runner.stop().catch((error: Error) => say(`Stopping it failed: ${error.message}`))
  await untilClosed(config)
  Object.assign(mark, { state: 'closed', opens: mark.from.root })
  await writeUpdateMark(config.dataDir, mark)
  if (mark.aside) {
    await takeClusterBack(config, mark.aside, say)
    mark.aside = null
    await writeUpdateMark(config.dataDir, mark)
  }
  const isToRestore = mark.backup !== null && (await isChanged(config, mark, say))
  const restoring = isToRestore ? await restore(back) : 0
  await switchLink(mark.link, mark.from.root)
  // Going back isn't stopped halfway.
  await openAndProve({ ...back, signal: new AbortController().signal }, mark, mark.from)
  await removeUpdateMark(config.dataDir)
  const isOpen = await untilOpen(originOf(config))
  const seconds = (ms: number) => Math.round(ms / 1000)
  const took = seconds(performance.now() - begun - restoring)
  if (!runner.staysOpen) await runner.stop()
  say(
    runner.staysOpen
      ? `Dogear ${mark.from.version} has the shop again${isOpen ? '' : ', but isn’t ready yet'}, ${took} s after the failure${restoring > 0 ? `, and ${seconds(restoring)} s for the restore` : ''}. Nothing that was acknowledged is lost.`
      : `Dogear ${mark.from.version} is well on the data of before, and closed again, as the shop was. Nothing that was acknowledged is lost.`,
  )
}

/** Restores the backup; returns how long that took, in milliseconds. */
async function restore({ config, mark, say }: Back): Promise<number> {
  const begun = performance.now()
  say(`Restoring ${mark.backup}.`)
  await restoreInPlace(config, mark.backup!, say)
  return performance.now() - begun
}
