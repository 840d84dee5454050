// Sets of settings that journeys of several files need. Playwright starts a worker, with its browser and its shop, for
// every other object it is given, whatever is in it: so those that want the same say it with the same one.

/** Whose club it is that shows its catalogue to everybody. */
export const CLUB_ADDRESS = 'club@example.org'

/** A club whose catalogue is open to everybody and to search engines, and which says how to reach it. */
export const openCatalogue = { CATALOGUE_PUBLIC: 'true', CONTACT_EMAIL: CLUB_ADDRESS }
