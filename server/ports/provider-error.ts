/**
 * An outsider failed or can't be reached: nobody's fault here, and worth another try. Providers throw it where a port
 * rejects; over HTTP it becomes a 503.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** The card provider doesn't move so little, or so much, in this currency: another try changes nothing. */
export class AmountRefused extends Error {
  override name = 'AmountRefused'
}
