import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { addBookIn, addPiledBookIn } from '#contract/books/book-calls.ts'
import { editBookIn } from '#contract/books/my-book-calls.ts'
import type { Call } from '#contract/call.ts'

const CONTRACT = path.join(import.meta.dirname, '../../contract')

const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'access' in exported && 'answer' in exported

/** Every call that the contract exports, by its export's name, for a shop with this currency. */
export async function declaredCalls(currency: string): Promise<Record<string, Call>> {
  const entries = await readdir(CONTRACT, { recursive: true })
  const files = entries.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).toSorted()
  const names = files.map((file) => `#contract/${file.replaceAll(path.sep, '/')}`)
  const modules = await Promise.all(names.map((name): Promise<object> => import(name)))
  const exported = modules.flatMap((module) => Object.entries(module))
  return {
    ...Object.fromEntries(exported.filter((entry): entry is [string, Call] => isCall(entry[1]))),
    addBook: addBookIn(currency),
    addPiledBook: addPiledBookIn(currency),
    editBook: editBookIn(currency),
  }
}
