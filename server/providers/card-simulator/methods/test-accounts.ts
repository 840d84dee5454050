import { type Behaviour, fingerprintOf } from '#server/providers/card-simulator/test-cards.ts'

/** How long a debit of a test account takes, in seconds; Stripe says "at least three minutes" of the slow ones. */
const SOON = 10
const LATER = 180

export interface TestAccount extends Behaviour {
  type: 'us_bank_account' | 'sepa_debit'
  number: string
}

const refused = (code: string, message: string): Behaviour => ({ decline: { code, message } })
const behaviours: Record<string, Behaviour> = {
  pays: { takesSeconds: SOON },
  pays_later: { takesSeconds: LATER },
  stays: { takesSeconds: Infinity },
  fails: { takesSeconds: SOON, ...refused('debit_not_authorized', 'The debit was not authorized by the bank.') },
  fails_later: { takesSeconds: LATER, ...refused('debit_not_authorized', 'The debit was not authorized by the bank.') },
  no_money: { takesSeconds: SOON, ...refused('insufficient_funds', 'The bank account has insufficient funds.') },
  closed: { takesSeconds: SOON, ...refused('account_closed', 'The bank account has been closed.') },
}

// The facts of Stripe's pages about test bank accounts: type, number, what becomes of the debit, ready-made method.
const ACCOUNTS = `
  us_bank_account 000123456789 pays pm_usBankAccount_success
  us_bank_account 000222222227 no_money pm_usBankAccount_insufficientFunds
  us_bank_account 000111111113 closed pm_usBankAccount_accountClosed
  us_bank_account 000333333335 fails pm_usBankAccount_debitNotAuthorized
  us_bank_account 000000000009 stays pm_usBankAccount_processing
  sepa_debit AT611904300234573201 pays pm_sepaDebit_success_at
  sepa_debit AT321904300235473204 pays_later pm_sepaDebit_successDelayed_at
  sepa_debit AT861904300235473202 fails pm_sepaDebit_failed_at
  sepa_debit AT051904300235473205 fails_later pm_sepaDebit_failedDelayed_at
  sepa_debit AT981904300002222227 no_money pm_sepaDebit_insufficientFunds_at`

/** Ready-made debits by their ids: 'pm_usBankAccount_success'. */
export const readyMadeDebits = new Map<string, TestAccount>()
const byFingerprint = new Map<string, TestAccount>()

/** The test account with a fingerprint; undefined for other numbers. */
export const accountOf = (fingerprint: string): TestAccount | undefined => byFingerprint.get(fingerprint)

for (const line of ACCOUNTS.trim().split('\n')) {
  const [type, number = '', does = '', method = ''] = line.trim().split(' ')
  const account = { ...behaviours[does], type: type as TestAccount['type'], number }
  byFingerprint.set(fingerprintOf(number), account)
  readyMadeDebits.set(method, account)
}
