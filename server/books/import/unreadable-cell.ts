/** Says why a cell can't be used, as half a sentence after the cell. */
export class UnreadableCell extends Error {
  override name = 'UnreadableCell'
}
