import type { Site } from '#contract/site.ts'

/** A site with every provider of the shop's own and no cards. */
export const sampleSite: Site = {
  name: 'Dogear',
  tagline: 'a club',
  currency: 'USD',
  demo: false,
  outbox: false,
  catalogue: 'search',
  joinDomains: [],
  holdSeconds: 172_800,
  publicUrl: 'https://books.example.org',
  contact: '',
  cards: { mode: 'off', methods: 'card', publishableKey: '', apiBase: '' },
  payoutsThrough: '',
  cash: true,
  fee: { rate: 0, least: 0 },
  pictures: { keptBy: '', isLoadedThere: false, canBeRemoved: true, sizes: 'all' },
  identity: {
    adapter: { name: 'embedded', options: {} },
    signInWith: [],
    redirects: true,
    keptBy: '',
    listsSessions: true,
    isManaged: true,
    staysAt: '',
    keepsFactors: true,
    mailsSignInLinks: true,
    takesDemoPeople: true,
  },
}
