import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#server/database/operator-error.ts'
import { showLife } from './sign-of-life.ts'
import { readUpdateMark, type UpdateMark } from './update-mark.ts'

const LOOK_MS = 100

/** A shop's first minutes after an update: it shows everything and takes nothing but from the update. */
export interface Proof {
  /** Whether `request` is of the update. */
  isOfUpdate(request: { headers: Record<string, unknown> }): boolean
  /** Whether the shop takes whatever comes by now. */
  readonly isOver: boolean
  /** Resolves then. */
  over: Promise<void>
}

/** Header with the token of the update. */
export const PROOF_HEADER = 'x-dogear-proof'

/** Refuses while an update is under way (OperatorError): what is written meanwhile could be lost. */
export async function refuseDuringUpdate(dataDir: string): Promise<void> {
  const mark = await readUpdateMark(dataDir)
  if (mark) throw new OperatorError(underWay(dataDir, mark))
}

/**
 * The proof that an update expects of the program in `root`; null where none is under way. Refuses to open the shop for
 * any other program, and while the update has it closed (OperatorError). Of several processes one `showsLife`.
 */
export async function beginProof(dataDir: string, root: string, { showsLife = true } = {}): Promise<Proof | null> {
  const mark = await readUpdateMark(dataDir)
  if (!mark) return null
  if (mark.state !== 'proving' || (await real(mark.opens)) !== (await real(root)))
    throw new OperatorError(underWay(dataDir, mark))
  const state = { isOver: false }
  const end = showsLife ? await showLife(dataDir) : () => {}
  const watch = async () => {
    // Only its end counts: an update that goes back marks the folder for another program.
    while (await readUpdateMark(dataDir).catch(() => true)) await sleep(LOOK_MS, null, { ref: false })
    state.isOver = true
    end()
  }
  return {
    isOfUpdate: ({ headers }) => headers[PROOF_HEADER] === mark.token,
    get isOver() {
      return state.isOver
    },
    over: watch(),
  }
}

const underWay = (dataDir: string, { from, to }: UpdateMark) =>
  `The shop in ${dataDir} is being updated from Dogear ${from.version} to ${to.version}. Wait for the end of that; if it was cut off, npm run update -- --back takes the shop back to where it was.`

const real = (folder: string) => realpath(folder).catch(() => folder)
