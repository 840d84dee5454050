// No schema in here: public pages load it.

/** A copy's condition, the best one first. */
export const CONDITIONS = ['excellent', 'good', 'fair'] as const
