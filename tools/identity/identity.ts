// npm run identity -- --to firebase, or --to embedded: tells what becomes of the accounts when the shop is started with
// that identity provider, and changes nothing; --list FILE names each. --confirm EMAIL opens the account of somebody who
// is known, and whose email was never confirmed before a move.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { firebaseProjectId } from '#server/config/firebase-keys.ts'
import { loadSettings } from '#server/load-settings.ts'
import { systemClock } from '#server/ports/clock.ts'
import { LIST_HEADINGS, listLine, movePlanWords } from './move-plan-words.ts'
import { readCall, UsageError } from '#tools/read-call.ts'
import { withDatabase } from '#tools/with-shop.ts'

const USAGE =
  'Say where to: npm run identity -- --to firebase, with FIREBASE_PROJECT_ID set as the shop will have it, or npm run identity -- --to embedded. With --list FILE the accounts are listed there. npm run identity -- --confirm name@example.org opens the account of somebody you know.'

type Call = { confirms: string } | { to: 'firebase' | 'embedded'; list: string | undefined }

function readArguments(): Call {
  try {
    const options = { to: { type: 'string' }, list: { type: 'string' }, confirm: { type: 'string' } } as const
    const { to, list, confirm } = parseArgs({ options }).values
    const address = z.safeParse(email, confirm)
    if (to === undefined && list === undefined && address.success) return { confirms: address.data }
    if (confirm === undefined && (to === 'firebase' || to === 'embedded')) return { to, list }
  } catch {
    // Falls through to the usage.
  }
  throw new UsageError(USAGE)
}

/** The settings of the project to move to are no part of the shop yet. */
const without = (name: string) => name.startsWith('FIREBASE_')

async function readTarget(to: 'firebase' | 'embedded'): Promise<{ id: string; isManaged: boolean }> {
  if (to === 'embedded') return { id: to, isManaged: true }
  const { values } = await loadSettings({ asTool: true })
  const project = firebaseProjectId.safeParse(values.FIREBASE_PROJECT_ID)
  if (!project.success) throw new UsageError(USAGE)
  const isManaged = ['FIREBASE_SERVICE_ACCOUNT', 'FIREBASE_AUTH_EMULATOR_HOST'].some((name) => values[name])
  return { id: `firebase:${project.data}`, isManaged }
}

const call = await readCall(async () => {
  const read = readArguments()
  return 'to' in read ? { ...read, target: await readTarget(read.to) } : read
})

/** A file that its owner alone may read, for emails of members. */
async function openList(path: string) {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'EEXIST' ? `${path} is there already.` : `${path} can’t be written.`)
  })
  await file.write(LIST_HEADINGS)
  return file
}

await withDatabase(
  'npm run identity',
  async (_config, { db, pool }) => {
    if ('confirms' in call) {
      const { confirmForOwner } = await import('#server/accounts/identity-moves/confirm-for-owner.ts')
      const isDone = await confirmForOwner({ db, clock: systemClock }, call.confirms)
      console.log(
        isDone
          ? `Whoever shows that they read the mail of ${call.confirms} gets that account, as it is.`
          : `No account with ${call.confirms} waits for that. Look at the person under People.`,
      )
      return isDone ? 0 : 1
    }
    const list = call.list === undefined ? null : await openList(call.list)
    const [{ planMove }, { findProviderInForce }, { countWaysToSignIn }] = await Promise.all([
      import('#server/accounts/identity-moves/plan-move.ts'),
      import('#server/accounts/identity-moves/identity-moves.public.ts'),
      import('#server/open-identity.ts'),
    ])
    const from = await findProviderInForce(db)
    if (from?.provider === call.target.id) {
      console.log(`The shop has ${from.name} already.`)
      return 0
    }
    const lines: string[] = []
    const plan = await planMove({ db }, call.target.id, (account) => list && lines.push(listLine(account)))
    await list?.writeFile(lines.join(''))
    await list?.close()
    const ways = from?.provider === 'embedded' ? await countWaysToSignIn(pool) : []
    console.log(movePlanWords({ plan, ways, to: call.to, isManaged: call.target.isManaged }))
    if (call.list !== undefined) console.log(`\n${call.list} lists ${lines.length} accounts; only you can read it.`)
    return plan.admins.found > 0 ? 0 : 1
  },
  { without },
)
