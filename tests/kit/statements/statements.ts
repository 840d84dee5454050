export interface Statements {
  /** Statements that PostgreSQL can't prepare, or whose columns are not those of their row's type: place, functions, words. */
  complaints: string[]
  /** Places with a typed row that no exported function came to. */
  unreached: string[]
  /** How many places execute a statement. */
  places: number
  found: { text: string; by: string[] }[]
}
