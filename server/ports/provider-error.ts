/**
 * An outside service failed or can't be reached; a retry may work. Providers throw it where a port rejects; over HTTP
 * it becomes a 503.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** The card provider doesn't charge this amount in this currency: a retry changes nothing. */
export class AmountRefused extends Error {
  override name = 'AmountRefused'
}
