/**
 * Error that the operator has to fix: a folder, a disk, a server of theirs. The message is a whole sentence that says
 * what and how; programs print it without a stack and exit with 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
