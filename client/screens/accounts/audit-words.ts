import { suspensionReasons } from '#contract/accounts/suspensions.ts'
import type { Audited, AuditEntry } from '#contract/accounts/audit-log.ts'
import { takeDownReasons } from '#contract/books/take-downs.ts'
import { problemDecisions } from '#contract/orders/problem-decisions.ts'
import { refundReasons } from '#contract/orders/refunds.ts'
import type { ContentPageName } from '#contract/screens.ts'
import type { PageSourceName } from '#contract/settings/content-page-calls.ts'
import { pageLabels, pageSourceWords } from '#contract/settings/page-labels.ts'
import { screenSettings, wordsOf, type SettingName } from '#contract/settings/shop-settings.ts'
import { categoryTitle, countOf, formatMoney } from '#contract/wording.ts'

/** Labels of audited actions, for the list and its filter. */
export const auditWords: Record<Audited, string> = {
  account_closed: 'Account closed',
  account_suspended: 'Account suspended',
  account_restored: 'Account restored',
  listing_taken_down: 'Listing taken down',
  listing_put_back: 'Listing put back',
  listing_brought_back: 'Listing brought back',
  order_refunded: 'Order refunded',
  refund_given_by_hand: 'Failed refund settled',
  person_warned: 'Warned',
  report_dismissed: 'Report dismissed',
  messages_read: 'Reported messages read',
  problem_decided: 'Problem decided',
  payout_noted: 'Transfer to a seller',
  bank_details_read: 'Bank details seen',
  order_messages_read: 'Messages of an order read',
  category_added: 'Category added',
  category_changed: 'Category changed',
  category_placed: 'Category moved in the list',
  category_merged: 'Category merged',
  category_removed: 'Category removed',
  setting_changed: 'Setting changed',
  page_changed: 'Page changed',
  works_joined: 'Joined as one book',
  works_parted: 'Parted as different books',
  works_left_to_rules: 'Joining or parting undone',
  wanted_hidden: 'Wanted words hidden',
  wanted_shown: 'Wanted words shown again',
  admin_appointed: 'Made an admin',
  admin_removed: 'Removed as an admin',
  email_unbanned: 'Email unbanned',
  second_factor_reset: 'Second step removed',
  pictures_moved: 'Pictures moved',
  picture_deleted: 'Picture deleted at its host',
  mail_tested: 'Test email sent',
  identity_provider_changed: 'Sign-in moved',
  email_vouched_for: 'Email confirmed by the operator',
  backup_downloaded: 'Backup downloaded',
}

const reasons: Readonly<Record<string, string>> = { ...suspensionReasons, ...takeDownReasons, ...refundReasons }
const reasonsOf: Partial<Record<Audited, Readonly<Record<string, string>>>> = {
  account_suspended: suspensionReasons,
  listing_taken_down: takeDownReasons,
  order_refunded: refundReasons,
  problem_decided: problemDecisions,
}

/** Details of an entry: 'for 7 days: Suspected fraud'; empty without any. */
export function detailOf(entry: AuditEntry): string {
  const { kind, days, reason, into, amount, currency, setting, from, to, page, source } = entry
  if (page !== undefined) return `${pageLabelOf(page)}: ${pageSourceWords[source as PageSourceName] ?? ''}`
  if (setting !== undefined) return changedSetting(setting, from, to)
  if (amount !== undefined && currency !== undefined) return formatMoney({ minor: amount, currency })
  if (into !== undefined) return `${kind === 'category_merged' ? 'into' : 'now called'} ${categoryTitle(into)}`
  if (kind === 'category_placed') return `from place ${from} to ${to}`
  if (kind === 'identity_provider_changed') return `from ${from} to ${to}`
  if (kind === 'pictures_moved') return `to ${to}`
  if (kind === 'listing_brought_back') return `from the backup of ${utcWords(from)}`
  if (kind === 'backup_downloaded') return `the one of ${utcWords(from)}`
  const why = reason && ((reasonsOf[kind] ?? reasons)[reason] ?? reason)
  const howLong =
    kind === 'account_suspended' ? (days === undefined ? 'until restored' : `for ${countOf(days, 'day')}`) : ''
  return [howLong, why].filter(Boolean).join(': ')
}

const utcWords = (time = ''): string => `${time.slice(0, 16).replace('T', ', ')} UTC`

/** Falls back to the name: a later version may have pages without a label here. */
const pageLabelOf = (name: string): string => pageLabels.get(name as ContentPageName) ?? name

function changedSetting(setting: string, from = '', to = ''): string {
  if (!isSetting(setting)) return `${setting}: from “${from}” to “${to}”`
  return `${screenSettings[setting].label}: from “${wordsOf(setting, from)}” to “${wordsOf(setting, to)}”`
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(screenSettings, name)
