/**
 * Sources that browsers must be allowed to reach for a provider, as a content security policy writes them. A provider
 * without needs in the browser has none.
 */
export interface BrowserOrigins {
  script?: readonly string[]
  frame?: readonly string[]
  connect?: readonly string[]
  img?: readonly string[]
  /** Origins of frames that may ask the browser for a payment; no wildcards. */
  payment?: readonly string[]
}
