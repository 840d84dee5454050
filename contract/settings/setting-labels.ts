import type { SettingName } from './shop-settings.ts'

/** What each setting is called on screens. */
export const settingLabels: Record<SettingName, string> = {
  name: 'Name',
  tagline: 'Tagline',
  contact: 'Contact email',
  holdHours: 'Reservation time, in hours',
  payments: 'How buyers may pay',
  cataloguePublic: 'Who sees the lists of books',
}
