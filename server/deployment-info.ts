import type { Pool } from 'pg'
import type { Site } from '#contract/site.ts'
import type { Config } from './config.ts'
import { isLoopback } from './config/is-loopback.ts'
import { listVersions } from './database/marks/program-versions.ts'
import type { Services } from './services.ts'
import { VERSION } from './config/version.ts'

/** Deployment facts for use cases, with current settings. */
export const shopOf = (site: Site, addressSecret: string): Services['shop'] => ({
  currency: site.currency,
  get claimSeconds() {
    return site.holdSeconds
  },
  addressSecret,
})

/** Deployment facts that admins may see. */
export const deploymentOf = (config: Config, pool: Pool): Services['deployment'] => ({
  version: VERSION,
  listVersions: () => listVersions(pool),
  isLive: config.mode === 'live',
  isReachable: !isLoopback(new URL(config.publicUrl).hostname),
  sendsMail: config.mail.kind === 'smtp',
  cards: config.cards.kind,
  takesBackups: config.backups !== null,
})

const isForThisMachineAlone = ({ host, publicUrl }: Config) =>
  isLoopback(host) && isLoopback(new URL(publicUrl).hostname)

/** The part of the site that no screen sets. */
export function restOfSite(config: Config, cards: Site['cards'], identity: Site['identity']) {
  return {
    currency: config.currency,
    demo: config.mode === 'demo',
    outbox: config.mode === 'demo' && config.mail.kind === 'outbox' && isForThisMachineAlone(config),
    publicUrl: config.publicUrl,
    cards,
    identity,
  }
}
