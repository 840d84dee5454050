import { Refusal } from '#contract/problems.ts'
import { ConfigError } from './config.ts'
import { explainDatabase } from './database/reaching/explain-database.ts'
import { OperatorError } from './database/operator-error.ts'
import { isOutOfFiles } from './database/trouble.ts'
import { ProviderError } from './ports/provider-error.ts'
import { secretGuard } from './secrets/secret-guard.ts'

const TOO_FEW_FILES =
  'The system lets this program open too few files (ulimit -n says how many). Allow it 4,096 or more: LimitNOFILE=4096 in a systemd unit, "ulimit -n 4096" in a shell.'

/** Explains a fatal error: a sentence for the operator, or the stack where the fault is ours. */
export function explainFailure(error: unknown): string {
  if (error instanceof Error && isOutOfFiles(error)) return TOO_FEW_FILES
  if (error instanceof ConfigError)
    return `The configuration needs a correction:\n${error.message}${error.readFrom === null ? '' : `\nSettings are read from ${error.readFrom}.`}`
  if (error instanceof OperatorError || error instanceof ProviderError || error instanceof Refusal) return error.message
  const refused = explainDatabase(error)
  if (refused) return refused
  const { code, port, path, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; stop what runs there, or choose another one with PORT=4001.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user; choose one from 1024 on with PORT=4000.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  if (code === 'EACCES' || code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir'))
    return `${path ?? 'The data folder'} can't be written; change its rights, or choose another DATA_DIR.`
  if (code === 'ENOSPC') return 'The disk is full; make room, or choose a DATA_DIR on another disk.'
  // A library may quote an address with its password.
  return secretGuard([]).hide(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
