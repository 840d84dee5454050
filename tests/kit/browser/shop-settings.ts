// Shared sets of settings: journeys with the same set share a shop.

/** Contact address of the club with a public catalogue. */
export const CLUB_ADDRESS = 'club@example.org'

/** A club with a catalogue open to the public and to search engines, and a contact address. */
export const openCatalogue = { CATALOGUE: 'open', CONTACT_EMAIL: CLUB_ADDRESS }
