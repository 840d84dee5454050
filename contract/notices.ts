/** §9: how long popups stay, in milliseconds. */
export const POPUP_MS = {
  validationError: 1000,
  accountDeleted: 1000,
  signedIn: 2000,
  signedUp: 2000,
  orderPlaced: 2000,
  productAdded: 2000,
  productError: 2000,
  bookAdvertised: 3000,
  bookDeleted: 1500,
} as const
/** §9: toasts, in milliseconds, and how many are shown at once. */
export const TOAST_MS = { blank: 4000, error: 4000, success: 2000 } as const
export const MOST_TOASTS = 20
/** How long an undo is offered after a delete or an advertise. */
export const UNDO_MS = 8000
