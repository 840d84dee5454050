// No schema in here: public pages load it.

/** What the id of a book, an order or an account looks like. */
export const ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
