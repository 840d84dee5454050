/**
 * Something the person who runs the program has to put right: a folder, a disk, a server of theirs.
 * The message is one whole sentence that says what and how; programs print it without a stack and exit with 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
