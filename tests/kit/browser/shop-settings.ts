// Sets of settings that journeys of several files need; who wants the same is in the same shop.

/** Whose club it is that shows its catalogue to everybody. */
export const CLUB_ADDRESS = 'club@example.org'

/** A club whose catalogue is open to everybody and to search engines, and which says how to reach it. */
export const openCatalogue = { CATALOGUE_PUBLIC: 'true', CONTACT_EMAIL: CLUB_ADDRESS }
