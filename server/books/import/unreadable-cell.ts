/** Error for an unusable cell; the message continues the sentence after the cell. */
export class UnreadableCell extends Error {
  override name = 'UnreadableCell'
}
