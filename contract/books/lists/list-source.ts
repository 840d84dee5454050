/** A list's bytes, which can be read from their beginning as often as needed: a file, or an upload that was stored. */
export interface ListSource {
  /** As people know the file: 'books.csv'. */
  name: string
  open(): AsyncIterable<Uint8Array>
}

/** Why a list can't be read at all. */
export type ListProblem =
  | 'empty'
  | 'no_header'
  | 'missing_columns'
  | 'no_rows'
  | 'too_many_rows'
  | 'unknown_encoding'
  | 'unclear_encoding'

/** Some titles as an encoding has them. */
export interface Reading {
  encoding: string
  titles: string[]
}

/** Thrown where a file is no list of books. The message is a sentence for its owner. */
export class UnreadableList extends Error {
  override name = 'UnreadableList'
  readonly problem: ListProblem
  /** Of letters that came out wrong: as they were read, then as they could be. */
  readonly readings: readonly Reading[]

  constructor(problem: ListProblem, message: string, readings: readonly Reading[] = []) {
    super(message)
    this.problem = problem
    this.readings = readings
  }
}
