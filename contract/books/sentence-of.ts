/** 'no price' → 'No price'. */
export const sentenceOf = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)
