import type { Site } from '#contract/site.ts'

/** What people must know where the shop can't delete pictures at their host; empty where it can. */
export const deletedByHand = ({ keptBy, canBeRemoved }: Site['pictures']): string =>
  canBeRemoved
    ? ''
    : `Pictures are kept by ${keptBy}, which doesn’t delete them by itself. They leave our pages at once; ask the club to have them removed there.`
