/** Methods whose buyers leave for the page of their bank, with what Stripe says of them in a method and in a charge. */
export const redirecting: Record<string, { name: string; ofMethod: object; ofCharge: object }> = {
  amazon_pay: { name: 'Amazon Pay', ofMethod: {}, ofCharge: { transaction_id: null } },
  ideal: {
    name: 'iDEAL',
    ofMethod: { bank: null, bic: null },
    ofCharge: {
      bank: null,
      bic: null,
      generated_sepa_debit: null,
      generated_sepa_debit_mandate: null,
      iban_last4: null,
      transaction_id: null,
      verified_name: null,
    },
  },
  twint: { name: 'TWINT', ofMethod: {}, ofCharge: {} },
}

/** Methods of the account besides cards, by the currencies that Stripe takes them in. */
const byCurrency: Record<string, string[]> = {
  usd: ['amazon_pay', 'us_bank_account'],
  eur: ['amazon_pay', 'ideal', 'sepa_debit'],
  gbp: ['amazon_pay'],
  chf: ['amazon_pay', 'twint'],
}

/** Methods that an intent may be paid by, where nothing else is asked for. */
export const typesIn = (currency: string): string[] => ['card', ...(byCurrency[currency] ?? [])]
