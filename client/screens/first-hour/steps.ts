import type { ChecklistItem } from '#contract/settings/checklist.ts'

/** Steps of the first hour in turn: their titles, and the items of the checklist that tell whether one is done. */
export const steps = {
  club: { title: 'Your club', items: ['name', 'contact'] },
  selling: { title: 'What is sold', items: ['category_pictures'] },
  visitors: { title: 'Who sees what', items: [] },
  paying: { title: 'Ways to pay', items: ['cards'] },
  texts: { title: 'Your texts', items: ['imprint', 'terms', 'privacy', 'payout_words'] },
  email: { title: 'A test email', items: [] },
  order: { title: 'A test order', items: [] },
} as const satisfies Record<string, { title: string; items: readonly ChecklistItem[] }>

export type StepName = keyof typeof steps
export const stepNames = Object.keys(steps) as StepName[]

export const isStep = (name: string | null): name is StepName => name !== null && Object.hasOwn(steps, name)

/** The step after; null after the last one. */
export const stepAfter = (name: StepName): StepName | null => stepNames[stepNames.indexOf(name) + 1] ?? null
