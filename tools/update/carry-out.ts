import { randomBytes } from 'node:crypto'
import { chown, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { takeBackupBeforeUpdate } from '#server/backup/back-up-before-update.ts'
import { setClusterAside } from '#server/backup/set-aside.ts'
import { readApplied } from '#server/database/migrate.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { removeUpdateMark, type UpdateMark, writeUpdateMark } from '#server/proving/update-mark.ts'
import { goBack } from './go-back.ts'
import { onClosedDatabase, untilClosed } from './places.ts'
import { openAndProve, originOf, type Update } from './open-and-prove.ts'
import { backupDirOf } from './plan.ts'
import { callProgram, linkBeside, switchLink } from './programs.ts'
import { faultsByDoctor, requireNoNewFault, untilOpen } from './prove.ts'

/**
 * Updates a shop: everything that may fail beforehand is tried beforehand; then the shop is closed, saved, opened by the
 * new program, proven while it takes nothing from people, and given to them. Whatever fails in between takes it back to
 * where it was. Returns whether the new program has the shop. Refuses without a change what can't be begun
 * (OperatorError).
 */
export async function carryOut(update: Update): Promise<boolean> {
  const { config, from, to, runner, env, say } = update
  const link = await requireRoom(update)
  const said = await callProgram(to.root, 'start', ['--version'], env)
  if (said.trim() !== `Dogear ${to.version}`) throw new OperatorError(`The new program says “${said.trim()}”.`)
  // What it wouldn't open with.
  await callProgram(to.root, 'settings', ['--changed'], env)
  say('The checks of before:')
  const faults = await faultsByDoctor(from.root, env)
  say(faults.size === 0 ? '  no fault.' : `  ${[...faults.keys()].join(', ')}: at fault before the update already.`)

  const mark = newMark(update, link)
  const { dataDir } = config
  // By now, so that the command which starts the shop finds it, whichever program that is to be.
  await switchLink(link, from.root)
  await writeUpdateMark(dataDir, mark)
  const closedAt = performance.now()
  try {
    await runner.stop()
    await untilClosed(config)
    await save(update, mark)
  } catch (error) {
    await removeUpdateMark(dataDir)
    if (runner.staysOpen) {
      runner.start(from.root).catch((failure: Error) => say(failure.message))
      await untilOpen(originOf(config))
    }
    throw error
  }
  try {
    if (update.plan.postgres) await takeToOtherPostgres(update, mark)
    await switchLink(link, to.root)
    const look = () => requireNoNewFault(faults, () => faultsByDoctor(to.root, env))
    await openAndProve(update, mark, to, look)
  } catch (error) {
    say(`The update failed, and the shop goes back to Dogear ${from.version}: ${(error as Error).message}`)
    await goBack({ ...update, mark }).catch((failure: Error) => {
      throw new OperatorError(
        `Going back failed as well, and no program opens the shop: ${failure.message} Set that right, then run npm run update -- --back.`,
      )
    })
    return false
  }
  await removeUpdateMark(dataDir)
  await finish(update, closedAt)
  return true
}

/** What can be known before anything is changed; returns the link. */
async function requireRoom({ config: { dataDir }, from, plan }: Update): Promise<string> {
  const data = await realpath(dataDir)
  if (data === from.root || data.startsWith(from.root + path.sep))
    throw new OperatorError(
      `The shop's data are in ${dataDir}, inside of the program. Stop the shop, move that folder elsewhere, and set DATA_DIR to where it is; the next program comes beside this one.`,
    )
  if (plan.unknown.length > 0)
    throw new OperatorError(
      `A newer Dogear has added ${plan.unknown.join(', ')} to this database, of which Dogear ${from.version} can restore no backup: there would be no way back. Stop the shop and start the new program by hand; it takes a backup first. Nothing was changed.`,
    )
  if (plan.backup.free < plan.backup.need)
    throw new OperatorError(`Make room for the backup first, or set BACKUP_DIR to another disk. Nothing was changed.`)
  return linkBeside(from.root)
}

const newMark = ({ from, to }: Update, link: string): UpdateMark => ({
  state: 'closed',
  opens: from.root,
  token: randomBytes(32).toString('base64url'),
  from,
  to: { root: to.root, version: to.version },
  link,
  backup: null,
  before: [],
  aside: null,
})

/** Takes the backup of the closed shop, and notes it. */
async function save({ config, say }: Update, mark: UpdateMark): Promise<void> {
  await onClosedDatabase(config, say, async (session, databaseUrl) => {
    mark.before = (await readApplied(session)).map(({ name }) => name)
    const shop = { databaseUrl, dataDir: config.dataDir }
    mark.backup = await takeBackupBeforeUpdate(shop, { dir: backupDirOf(config), now: new Date(), say })
  })
  // An update that root runs is of another user's shop.
  const { uid, gid } = await stat(config.dataDir)
  const made = [mark.backup!, path.dirname(mark.backup!)].filter((place) => place.startsWith(config.dataDir))
  if (process.getuid?.() === 0) for (const place of made) await chown(place, uid, gid)
  await writeUpdateMark(config.dataDir, mark)
}

/** Fills a new cluster of the new program's PostgreSQL. */
async function takeToOtherPostgres({ config: { dataDir }, to, env, say }: Update, mark: UpdateMark): Promise<void> {
  mark.aside = await setClusterAside(dataDir, new Date())
  await writeUpdateMark(dataDir, mark)
  say(`The database goes over to PostgreSQL ${to.postgres}; its files of before are in ${mark.aside}.`)
  await callProgram(to.root, 'update', ['--fill', mark.backup!], env)
}

async function finish({ config, to, runner, say }: Update, closedAt: number): Promise<void> {
  const isOpen = await untilOpen(originOf(config))
  const seconds = Math.round((performance.now() - closedAt) / 1000)
  await (runner.staysOpen ? null : runner.stop())
  if (!isOpen) say(`Dogear ${to.version} is proven and takes what comes, but isn't ready yet: npm run doctor says why.`)
  else if (runner.staysOpen) say(`Dogear ${to.version} has the shop. It took nothing from people for ${seconds} s.`)
  else say(`Dogear ${to.version} is proven, and closed again, as the shop was: start it from ${to.root}.`)
}
