import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '#tools/run-step.ts'
import { editsOf, type Edit } from './generate.ts'
import { listedMutations } from './listed.ts'
import type { Mutation } from './mutation.ts'

/** Files and lines to mutate; null for all lines. */
export type Places = Map<string, Set<number> | null>

/** Excludes code for browsers and tools: its tests are journeys, which take too long. */
const isLookedAt = (file: string) => /^(server|contract)\/.+\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file)

/** Listed mutations of these files, or that tests among them must catch. */
export function listedIn(files: readonly string[]): Mutation[] {
  const isAmong = new Set(files)
  return listedMutations.filter(({ file, tests }) => [file, ...tests.flat()].some((one) => isAmong.has(one)))
}

/** Generated mutations on these lines, spread evenly where there are more than `most`. */
export async function generatedIn(places: Places, most: number): Promise<Mutation[]> {
  const mutations: Mutation[] = []
  for (const [file, lines] of places) {
    if (!isLookedAt(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    const tests = await testsOf(file)
    if (tests.length === 0) continue
    const edits = editsOf(file, text).filter(({ start }) => lines === null || lines.has(lineOf(text, start)))
    const step = Math.max(1, edits.length / most)
    const chosen = edits.filter((_edit, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    mutations.push(...chosen.map((edit) => generated(file, text, edit, tests)))
  }
  return mutations
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

function generated(file: string, text: string, { start, end, replace }: Edit, tests: string[][]): Mutation {
  const short = (words: string) => words.replaceAll(/\s+/g, ' ').trim().slice(0, 60) || 'nothing'
  return {
    name: `${file}:${lineOf(text, start)} ${short(text.slice(start, end))} → ${short(replace)}`,
    file,
    tests,
    apply: (present) => present.slice(0, start) + replace + present.slice(end),
  }
}

/** Test groups: beside the file, then of its folder, then of its noun. */
async function testsOf(file: string): Promise<string[][]> {
  const folder = await testsIn(path.dirname(file), false)
  const noun = await testsIn(file.split('/').slice(0, 2).join('/'), true)
  const [own, others] = [folder.filter((test) => test === testOf(file)), folder.filter((test) => test !== testOf(file))]
  return [own, others, noun.filter((test) => !folder.includes(test))].filter((tests) => tests.length > 0)
}

const testOf = (file: string) => file.replace(/(\.\w+)?\.ts$/, '.test.ts')

async function testsIn(folder: string, recursive: boolean): Promise<string[]> {
  const names = await readdir(path.join(root, folder), { recursive }).catch(() => [])
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => path.posix.join(folder, name))
}
