import type { WeekFigures } from '#contract/orders/figures.ts'

/** Whether any week has listings, sales or money. */
export const hasAnything = (weeks: readonly WeekFigures[]): boolean =>
  weeks.some(({ listings, sales, money }) => listings > 0 || sales > 0 || money.length > 0)
