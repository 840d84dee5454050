/** Whether an account number, in capitals and without spaces, begins as an IBAN does: a country and two check digits. */
export const looksLikeIban = (account: string): boolean => /^[A-Z]{2}\d{2}/.test(account)

/** Whether its check digits are right (ISO 13616). Finds any one wrong digit, and two that changed places. */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
  const digits = Array.from(account.slice(4) + account.slice(0, 4), (sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** An account as people read it: an IBAN in groups of four. */
export const groupedAccount = (account: string): string =>
  isIban(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account
