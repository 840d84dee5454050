/** The only client (shop) of the provider. */
export type ClientSettings = {
  clientId: string
  clientSecret: string
  /** Redirect URIs of the shop; loopback only. */
  redirectUris: readonly string[]
  /** Stands in for a campus, whose servers are less forthcoming than Google's. */
  campus?: {
    name: string
    /** Whether it says that emails are verified; else it says nothing of it. */
    verifiesEmail: boolean
  }
}

/** How it wants to be asked for tokens. */
export const wayOf = ({ campus }: ClientSettings) => (campus ? 'client_secret_basic' : 'client_secret_post')

export const nameOf = ({ campus }: ClientSettings) => campus?.name ?? 'Google'
