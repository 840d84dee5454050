/** §9: descriptions are cut here, on book cards and on category cards. */
export const BOOK_DESCRIPTION_PREVIEW = 40
export const CATEGORY_DESCRIPTION_PREVIEW = 100
