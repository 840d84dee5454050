// No schema in here: public pages load it, and with a schema 15 KB more.

/** How many books one account keeps as favourites, and how many a visitor's browser does. */
export const MOST_FAVOURITES = 1000
export const MOST_FAVOURITES_OF_VISITOR = 100
