import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** The one key of the card provider that browsers may see; no secret one fits here. */
const publishableKey = z.templateLiteral(['pk_', z.string()])
export type PublishableKey = z.infer<typeof publishableKey>

/** What a browser may know of the configuration. */
const site = z.object({
  name: z.string(),
  tagline: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** In the demo cards and mails are not real, and every page says so. */
  demo: z.boolean(),
  /** Whether this machine's browsers can read the mails at /outbox, because they are not sent. */
  outbox: z.boolean(),
  /** What visitors may browse: everything, search and sellers’ pages, or single books alone. */
  catalogue: z.enum(['open', 'search', 'members']),
  /** Domains of the emails that may join, as `emailMayJoin` reads them; empty for any. */
  joinDomains: z.array(z.string()),
  /** How long a copy stays reserved for a buyer who has yet to pay. */
  holdSeconds: z.number(),
  publicUrl: z.string(),
  /** The operator's email address; empty where none is set. */
  contact: z.string(),
  cards: z.object({
    mode: z.enum(['simulator', 'stripe', 'off']),
    /** Whether payments are opened for cards alone, or for all methods that the provider's account has. */
    methods: z.enum(['card', 'account']),
    publishableKey: z.union([publishableKey, z.literal('')]),
    /** Where the browser confirms a payment with the simulator; empty with a real provider. */
    apiBase: z.string(),
  }),
  /** The provider that transfers what sellers are owed, as people know it; empty where admins transfer it. */
  payoutsThrough: z.string(),
  /** Whether people may pay in cash when they meet. */
  cash: z.boolean(),
  /** What the club keeps of a sale paid by card: hundredths of a per cent, and at least these minor units. */
  fee: z.object({ rate: z.int(), least: z.int() }),
  pictures: z.object({
    /** Who keeps them, in words; empty for the shop itself. */
    keptBy: z.string(),
    /** Whether browsers load them from there. */
    isLoadedThere: z.boolean(),
    /** Whether the shop can delete them; else a person has to. */
    canBeRemoved: z.boolean(),
    /** `one`: no smaller ones to choose from. */
    sizes: z.enum(['all', 'one']),
  }),
  identity: z.object({
    /** The browser's adapter for the provider, by name, and its options. */
    adapter: z.object({ name: z.string(), options: z.record(z.string(), z.string()) }),
    /** Providers beside email and password, by the ids that the adapter knows, with the names that people know. */
    signInWith: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Whether these also work in the shop’s own window, where pop-ups are blocked. */
    redirects: z.boolean(),
    /** The service that keeps passwords and sign-ins, as people know it; empty for the shop itself. */
    keptBy: z.string(),
    /** Whether an account’s sessions can be listed and ended one by one. */
    listsSessions: z.boolean(),
    /** Whether the shop may end all sessions there, change emails and remove people. */
    isManaged: z.boolean(),
    /** Where the sign-in of a closed account stays, because the shop can’t remove it there; empty for nowhere. */
    staysAt: z.string(),
    /** Whether the shop keeps passkeys and second factors. */
    keepsFactors: z.boolean(),
    /** Whether people can sign in by a mailed link. */
    mailsSignInLinks: z.boolean(),
    /** Whether the demo’s people can sign in. */
    takesDemoPeople: z.boolean(),
  }),
})
export type Site = z.infer<typeof site>

export const getConfig = defineCall({
  method: 'GET',
  path: '/config',
  access: 'anyone',
  summary: 'What a browser may know of the shop’s configuration',
  answer: site,
})

/** Whether a key is one that browsers may be shown. */
export const isPublishable = (key: string): key is PublishableKey | '' =>
  site.shape.cards.shape.publishableKey.safeParse(key).success
