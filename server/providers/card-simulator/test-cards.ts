import { createHash } from 'node:crypto'
import type { DisputeKind } from './disputes.ts'

/** Refusal of a charge by the bank, or by Stripe's own rules (`isBlocked`). */
export interface Decline {
  code: string
  message: string
  decline_code?: string
  isBlocked?: true
}

/** What a test card does, or another method; nothing said: it pays. */
export interface Behaviour {
  /** It asks on a page of its own, which the buyer leaves the shop for. */
  isRedirect?: true
  /** How long the bank takes to send the money, or to say that it doesn't. */
  takesSeconds?: number
  /** The bank asks first (3-D Secure): always, or unless the buyer is away and the card was set up before. */
  asks?: 'always' | 'on session'
  /** After the bank's question, where it asks. */
  decline?: Decline
  risk?: 'elevated' | 'highest'
  checks?: Partial<Record<'cvc' | 'postalCode' | 'line1', 'fail' | 'unavailable'>>
  dispute?: DisputeKind
  hasFraudWarning?: true
  refund?: 'pending' | 'fails'
  /** Funds are available at once. */
  isAvailable?: true
}

export interface TestCard extends Behaviour {
  number: string
  brand: string
  funding: 'credit' | 'debit' | 'prepaid'
  country: string
}

const declined = (decline_code: string, message = 'Your card was declined.'): Behaviour => ({
  decline: { code: 'card_declined', decline_code, message },
})
const failing = (code: Decline['code'], message: string): Behaviour => ({ decline: { code, message } })
const noMoney = declined('insufficient_funds', 'Your card has insufficient funds.')
const blocked: Behaviour = {
  risk: 'highest',
  decline: { code: 'card_declined', decline_code: 'fraudulent', message: 'Your card was declined.', isBlocked: true },
}

const behaviours: Record<string, Behaviour> = {
  pays: {},
  generic_decline: declined('generic_decline'),
  insufficient_funds: noMoney,
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: failing('expired_card', 'Your card has expired.'),
  incorrect_cvc: failing('incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: failing(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  blocked,
  elevated: { risk: 'elevated' },
  no_cvc: { checks: { cvc: 'fail' } },
  no_zip: { checks: { postalCode: 'fail' } },
  no_line1: { checks: { line1: 'fail' } },
  no_address: { checks: { postalCode: 'fail', line1: 'fail' } },
  unchecked: { checks: { postalCode: 'unavailable', line1: 'unavailable' } },
  elevated_no_cvc: { risk: 'elevated', checks: { cvc: 'fail' } },
  elevated_no_zip: { risk: 'elevated', checks: { postalCode: 'fail' } },
  fraudulent: { dispute: 'fraudulent' },
  not_received: { dispute: 'not received' },
  inquiry: { dispute: 'inquiry' },
  compelling: { dispute: 'compelling evidence' },
  visa_compliance: { dispute: 'visa compliance' },
  mastercard_compliance: { dispute: 'mastercard compliance' },
  fraud_warning: { hasFraudWarning: true },
  pending_refund: { refund: 'pending' },
  failing_refund: { refund: 'fails' },
  available: { isAvailable: true },
  asks: { asks: 'always' },
  asks_on_session: { asks: 'on session' },
  asks_then_no_money: { asks: 'always', ...noMoney },
  asks_then_declines: { asks: 'always', ...declined('generic_decline') },
}

// The facts of Stripe's page about test cards: number, brand, funding, country, and ready-made payment methods.
const BRANDS = `
  4242424242424242 visa credit US visa us
  4000056655665556 visa debit US visa_debit
  5555555555554444 mastercard credit US mastercard
  2223003122003222 mastercard credit US
  5200828282828210 mastercard debit US mastercard_debit
  5105105105105100 mastercard prepaid US mastercard_prepaid
  378282246310005 amex credit US amex amex_threeDSecureNotSupported
  371449635398431 amex credit US
  6011111111111117 discover credit US discover
  6011000990139424 discover credit US
  6011981111111113 discover debit US
  3056930009020004 diners credit US diners
  36227206271667 diners credit US
  3566002020360505 jcb credit JP jcb
  3530111333300000 jcb credit JP
  6200000000000005 unionpay credit CN unionpay
  6200000000000047 unionpay debit CN
  6205500000000000004 unionpay credit CN
  4000002500001001 visa credit FR visa_cartesBancaires
  5555552500001001 mastercard credit FR mastercard_cartesBancaires
  4000050360000001 visa debit AU visa_debit_eftposAuCoBranded
  5555050360000080 mastercard debit AU mastercard_debit_eftposAuCoBranded
  4000051230000072 visa debit US debit_visaFsaProductCode debit_visaHsaProductCode
  5200828282828897 mastercard debit US mastercard_debit_mastercardFsaProductCode
  5200007840000022 mastercard credit AE ae_mastercard
  4000006820000007 visa credit SA
  4000058260000005 visa debit GB gb_debit
  5555558265554449 mastercard credit GB gb_mastercard
  4000007640000003 visa credit TH th_credit
  4000057640000008 visa debit TH th_debit`

// Visa credit cards by country: pm_card_ar for AR.
const COUNTRIES = `
  AR 4000000320000021  BR 4000000760000002  CA 4000001240000000  CL 4000001520000001  CO 4000001700000003
  CR 4000001880000005  EC 4000002180000000  MX 4000004840008001  PA 4000005910000000  PY 4000006000000066
  PE 4000006040000068  UY 4000008580000003  AE 4000007840000001  AT 4000000400000008  BE 4000000560000004
  BG 4000001000000000  BY 4000001120000005  HR 4000001910000009  CY 4000001960000008  CZ 4000002030000002
  DK 4000002080000001  EE 4000002330000009  FI 4000002460000001  FR 4000002500000003  DE 4000002760000016
  GI 4000002920000005  GR 4000003000000030  HU 4000003480000005  IE 4000003720000005  IT 4000003800000008
  LV 4000004280000005  LI 4000004380000004  LT 4000004400000000  LU 4000004420000006  MT 4000004700000007
  NL 4000005280000002  NO 4000005780000007  PL 4000006160000005  PT 4000006200000007  RO 4000006420000001
  SI 4000007050000006  SK 4000007030000001  ES 4000007240000007  SE 4000007520000008  CH 4000007560000009
  GB 4000008260000000  AU 4000000360000006  CN 4000001560000002  HK 4000003440000004  IN 4000003560000008
  JP 4000003920000003  MY 4000004580000002  NZ 4000005540000008  SG 4000007020000003  TW 4000001580000008`

// Number, behaviour in an account with the settings of a new one, country, and ready-made payment methods.
const SPECIAL = `
  4000000000000002 generic_decline US visa_chargeDeclined chargeDeclined
  4000000000009995 insufficient_funds US visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds
  4000000000009987 lost_card US visa_chargeDeclinedLostCard
  4000000000009979 stolen_card US visa_chargeDeclinedStolenCard
  4000000000000069 expired_card US chargeDeclinedExpiredCard
  4000000000000127 incorrect_cvc US chargeDeclinedIncorrectCvc
  4000000000000119 processing_error US chargeDeclinedProcessingError
  4000000000006975 card_velocity_exceeded US visa_chargeDeclinedVelocityLimitExceeded
  4000000000000341 generic_decline US chargeCustomerFail
  4100000000000019 blocked US radarBlock
  4000000000004954 blocked US riskLevelHighest
  4000000000009235 elevated US riskLevelElevated
  4000000000000101 no_cvc US cvcCheckFail
  4000000000000036 no_zip US avsZipFail
  4000000000000028 no_line1 US avsLine1Fail
  4000000000000010 no_address US avsFail
  4000000000000044 unchecked US avsUnchecked
  4000058400307872 elevated_no_cvc US cvcCheckFailElevatedRisk
  4000058400306072 elevated_no_zip US avsZipFailElevatedRisk
  4000008400000407 pays US highFraudDisputeScore
  4000008400000159 pays US highEfwScore
  4000008400001017 pays US radarDynamicRiskThreshold
  4001858821843804 pays US freeTrialAbuseBlock
  4000008405600003 pays US adaptive3dsChallenge
  4000000000001208 pays US
  4000000000003725 pays US
  4000000000000259 fraudulent US createDispute
  4000000000002685 not_received US createDisputeProductNotReceived
  4000000000001976 inquiry US createDisputeInquiry
  4000000000005423 fraud_warning US createIssuerFraudRecord
  4000000404000038 compelling US createCe3EligibleDispute
  4000008400000779 visa_compliance US createComplianceDispute
  5105008400000002 mastercard_compliance US createMastercardComplianceDispute
  4000000000007726 pending_refund US pendingRefund
  4000000000005126 failing_refund US refundFail
  4000000000000077 available US bypassPending
  4000003720000278 available IE bypassPendingInternational
  4000002500003155 asks FR authenticationRequiredOnSetup
  4000002760003184 asks DE authenticationRequired
  4000003800000446 asks_on_session IT authenticationRequiredSetupForOffSession
  4000008260003178 asks_then_no_money GB authenticationRequiredChargeDeclinedInsufficientFunds
  4000000000003220 asks IE threeDSecure2Required
  4000008400000027 asks US
  4000008400001629 asks_then_declines US threeDSecureRequiredChargeDeclined
  4000008400001280 generic_decline US threeDSecureRequiredProcessingError
  4000000000003055 pays US threeDSecureOptional
  4000000000003097 pays US threeDSecureOptionalProcessingError
  4000000032200000 pays US
  4000582600000094 pays GB
  4000582600000045 pays GB
  4000582600000102 pays GB
  4000582600000110 pays GB`

const words = (text: string) => text.trim().split(/\s+/)
const lines = (text: string) => text.trim().split('\n').map(words)

/** Ready-made payment methods by their ids: 'pm_card_visa'. */
export const readyMade = new Map<string, TestCard>()
const byFingerprint = new Map<string, TestCard>()

/** Stable name of a card number, as Stripe gives one: it says which card it is, not its number. */
export const fingerprintOf = (number: string) =>
  createHash('sha256').update(`fingerprint of ${number}`).digest('base64url').slice(0, 16)

/** The test card with a fingerprint; undefined for other numbers. */
export const testCard = (fingerprint: string): TestCard | undefined => byFingerprint.get(fingerprint)

function add(card: TestCard, methods: string[]): void {
  byFingerprint.set(fingerprintOf(card.number), card)
  for (const method of methods) readyMade.set(`pm_card_${method}`, card)
}

for (const [number = '', brand = '', funding, country = '', ...methods] of lines(BRANDS))
  add({ number, brand, funding: funding as TestCard['funding'], country }, methods)
for (const [, country = '', number = ''] of COUNTRIES.matchAll(/([A-Z]{2}) (\d+)/g))
  add({ number, brand: 'visa', funding: 'credit', country }, [country.toLowerCase()])
for (const [number = '', does = '', country = '', ...methods] of lines(SPECIAL)) {
  const brand = number.startsWith('4') ? 'visa' : 'mastercard'
  add({ ...behaviours[does], number, brand, funding: 'credit', country }, methods)
}
