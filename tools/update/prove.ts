import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#server/database/operator-error.ts'
import { PROOF_HEADER } from '#server/proving/begin-proof.ts'
import type { Proven } from '#server/proving/proof-route.ts'
import { callProgram } from './programs.ts'

const ASK_EVERY_MS = 100
const ANSWER_WITHIN_MS = 30_000
/** How long a proven shop may take until it is ready for people. */
const OPENS_WITHIN_MS = 60_000

export interface Proving {
  origin: string
  token: string
  /** Folder and version that have to answer. */
  program: { root: string; version: string }
  /** How long its start may take, migrations included. */
  withinMs: number
  /** Whether nobody waits for the proof any more. */
  isOver: () => boolean
}

/**
 * Proves that a program which was just started is well: it answers, sells a copy for trial, and shows its pages. Rejects
 * with what is wrong.
 */
export async function provePages(proving: Proving): Promise<Proven> {
  const { origin, token, program } = proving
  const proven = await untilItAnswers(proving)
  if ((await realpath(proven.root)) !== (await realpath(program.root)))
    throw new OperatorError(`What answers at ${origin} is the Dogear in ${proven.root}, not that in ${program.root}.`)
  if (proven.version !== program.version)
    throw new OperatorError(`What answers at ${origin} is Dogear ${proven.version}, not ${program.version}.`)
  const home = await read(`${origin}/`, token)
  if (home.status !== 200 || !home.text.includes('<html'))
    throw new OperatorError(`Its home page is answered with ${home.status}.`)
  const others = ['/api/ready', '/api/books-categories', ...(proven.bookId ? [`/advertise/${proven.bookId}`] : [])]
  for (const address of others) {
    const { status } = await read(`${origin}${address}`, token)
    if (status >= 500) throw new OperatorError(`${address} is answered with ${status}.`)
  }
  return proven
}

async function untilItAnswers({ origin, token, withinMs, isOver }: Proving): Promise<Proven> {
  for (const end = performance.now() + withinMs; ; await sleep(ASK_EVERY_MS)) {
    const answer = await ask(`${origin}/api/proof`, token, 'POST').catch(() => null)
    if (answer?.ok) return (await answer.json()) as Proven
    // Nobody there yet, or a page in words.
    if (answer && answer.status !== 503)
      throw new OperatorError(`It can't sell: the trial is answered with ${answer.status}. Its log says why.`)
    if (performance.now() > end || isOver())
      throw new OperatorError(`It wasn't there after ${Math.round(withinMs / 60_000)} minutes.`)
  }
}

async function read(address: string, token: string): Promise<{ status: number; text: string }> {
  const answer = await ask(address, token, 'GET').catch((error: Error) => {
    throw new OperatorError(`${address} isn’t answered any more (${error.message}). Its log says why.`)
  })
  return { status: answer.status, text: await answer.text() }
}

const ask = (address: string, token: string, method: string) =>
  fetch(address, {
    method,
    redirect: 'manual',
    headers: { [PROOF_HEADER]: token },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })

/** Waits until the shop takes whatever comes; returns whether it does. */
export async function untilOpen(origin: string): Promise<boolean> {
  for (const end = performance.now() + OPENS_WITHIN_MS; performance.now() < end; await sleep(ASK_EVERY_MS)) {
    const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
      () => null,
    )
    if (answer?.ok) return true
  }
  return false
}

/** Reading a backup takes long, and jobs rest during a proof. */
const UNASKED = 'backups,jobs'

interface Look {
  title: string
  state: string
  findings: { state: string; found: string }[]
}

/** The checks of a program's doctor that found a fault, by their titles. */
export async function faultsByDoctor(root: string, env: Record<string, string>): Promise<Map<string, string>> {
  const looks = JSON.parse(await callProgram(root, 'doctor', ['--json', '--without', UNASKED], env)) as Look[]
  return new Map(
    looks
      .filter(({ state }) => state === 'fault')
      .map(({ title, findings }) => [title, findings.find(({ state }) => state === 'fault')?.found ?? '']),
  )
}

/** Rejects where a check that was well before has a fault; outsiders may have a bad moment, so it looks twice. */
export async function requireNoNewFault(
  before: ReadonlyMap<string, string>,
  look: () => Promise<Map<string, string>>,
): Promise<void> {
  const isNew = ([title]: [string, string]) => !before.has(title)
  if (![...(await look())].some(isNew)) return
  const found = [...(await look())].find(isNew)
  if (found) throw new OperatorError(`A check that was well before has a fault: ${found[0]}: ${found[1]}`)
}
