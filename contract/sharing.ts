/** Where the pictures are that links to us are shown with; addresses on the shop's own origin. */
export const SITE_PICTURE = '/share/site.png'
export const bookPicture = (bookId: string): string => `/share/books/${bookId}.png`
/** A book's cover alone, for emails. */
export const coverPicture = (bookId: string): string => `/share/covers/${bookId}.jpg`
/** In pixels, twice as large as emails show it. */
export const COVER_PICTURE = { width: 144, height: 216 } as const
/** In pixels, as those who show them ask for. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** What a browser paints around the page: the colours of its head, as client/look/tokens.css has them. */
export const HEAD_COLOUR = { light: '#eae2cf', dark: '#0f0d0a' } as const
/** The colour of the page while it is still empty. */
export const PAPER_COLOUR = '#f6f1e4'
