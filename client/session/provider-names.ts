import type { Site } from '#contract/site.ts'

/** 'Google or Example College'. */
export const providerNames = ({ identity }: Pick<Site, 'identity'>): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(identity.signInWith.map(({ name }) => name))
