import * as accounts from '#contract/accounts/accounts.ts'
import * as admins from '#contract/accounts/admins.ts'
import { listAuditLog } from '#contract/accounts/audit-log.ts'
import * as emailChange from '#contract/accounts/change-email.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as exports from '#contract/accounts/exports.ts'
import * as mailChoices from '#contract/accounts/mail-choices.ts'
import * as people from '#contract/accounts/people.ts'
import * as suspensions from '#contract/accounts/suspensions.ts'
import * as books from '#contract/books/book-calls.ts'
import * as buying from '#contract/orders/buy-now.ts'
import { closeOwnAccount } from '#contract/accounts/close-own-account.ts'
import type { Call } from './call.ts'
import { listCategories } from '#contract/books/categories.ts'
import * as categories from '#contract/books/category-calls.ts'
import { uploadImage } from '#contract/images/images.ts'
import * as wanted from '#contract/wants/wanted.ts'
import * as wants from '#contract/wants/wants.ts'
import * as favourites from '#contract/favourites/favourites.ts'
import * as numbers from '#contract/dashboard-numbers.ts'
import * as messages from '#contract/messages/messages.ts'
import { listOrderMessages } from '#contract/messages/order-messages.ts'
import { listReportsOfPerson } from '#contract/reports/persons-reports.ts'
import * as handOver from '#contract/orders/hand-over.ts'
import * as broughtLists from '#contract/books/brought-lists.ts'
import * as editsOfMany from '#contract/books/edits-of-many.ts'
import * as manyBooks from '#contract/books/many-books.ts'
import * as myBooks from '#contract/books/my-book-calls.ts'
import { findEdition } from '#contract/books/edition-calls.ts'
import { listListingsOf } from '#contract/books/listings-of.ts'
import * as takeDowns from '#contract/books/take-downs.ts'
import { listOrders } from '#contract/orders/all-orders.ts'
import { getFigures } from '#contract/orders/figures.ts'
import { getOrderRecord } from '#contract/orders/order-record.ts'
import * as orders from '#contract/orders/orders.ts'
import { listPaidOrders } from '#contract/orders/paid-orders.ts'
import * as payouts from '#contract/orders/payouts.ts'
import * as payments from '#contract/orders/payments.ts'
import * as decisions from '#contract/orders/problem-decisions.ts'
import * as problems from '#contract/orders/problems.ts'
import * as search from '#contract/search/search-calls.ts'
import { suggest } from '#contract/search/suggest.ts'
import * as sellers from '#contract/books/sellers.ts'
import * as refunds from '#contract/orders/refunds.ts'
import * as answers from '#contract/reports/answers.ts'
import * as reports from '#contract/reports/reports.ts'
import { getChecklist } from '#contract/settings/checklist.ts'
import * as contentPages from '#contract/settings/content-page-calls.ts'
import * as settings from '#contract/settings/settings-calls.ts'
import * as operations from './operations.ts'
import { listOutbox } from './outbox.ts'
import { getConfig } from './site.ts'

/** What follows from Buy Now. */
const callsOfOrders = {
  buyNow: buying.buyNow,
  confirmClaim: buying.confirmClaim,
  listMyOrders: orders.listMyOrders,
  getOrder: orders.getOrder,
  cancelOrder: orders.cancelOrder,
  chooseCash: handOver.chooseCash,
  confirmReceipt: handOver.confirmReceipt,
  listMyBuyers: orders.listMyBuyers,
  agreeToCash: handOver.agreeToCash,
  releaseOrder: handOver.releaseOrder,
  handOver: handOver.handOver,
  refundOrder: refunds.refundOrder,
  noteGivenByHand: refunds.noteGivenByHand,
  relistBook: refunds.relistBook,
  openProblem: problems.openProblem,
  answerProblem: problems.answerProblem,
  settleProblem: problems.settleProblem,
  listProblemEntries: problems.listProblemEntries,
  listProblems: decisions.listProblems,
  decideProblem: decisions.decideProblem,
  listOrders,
  getOrderRecord,
  getFigures,
  listPaidOrders,
  listMyStatement: payouts.listMyStatement,
  getMyStatementTotals: payouts.getMyStatementTotals,
  listOwed: payouts.listOwed,
  listPayouts: payouts.listPayouts,
  markPaidOut: payouts.markPaidOut,
} satisfies Record<string, Call>

const callsOfBooks = (currency: string) => ({
  listBooks: books.listBooks,
  listBooksOfCategory: books.listBooksOfCategory,
  countBooks: books.countBooks,
  listAdvertisedBooks: books.listAdvertisedBooks,
  getBook: books.getBook,
  searchBooks: search.searchBooks,
  summarizeSearch: search.summarizeSearch,
  suggest,
  getSeller: sellers.getSeller,
  listBooksOfSeller: sellers.listBooksOfSeller,
  addBook: books.addBookIn(currency),
  findEdition,
  listMyBooks: myBooks.listMyBooks,
  countMyBooks: myBooks.countMyBooks,
  getMyBook: myBooks.getMyBook,
  editBook: myBooks.editBookIn(currency),
  advertiseBook: myBooks.advertiseBook,
  pauseListings: myBooks.pauseListings,
  changeMyBooks: manyBooks.changeMyBooks,
  repriceMyBooks: manyBooks.repriceMyBooks,
  bringList: broughtLists.bringList,
  lookAtList: broughtLists.lookAtList,
  changeList: broughtLists.changeList,
  dropList: broughtLists.dropList,
  importList: broughtLists.importList,
  listImports: broughtLists.listImports,
  takeBackImport: broughtLists.takeBackImport,
  previewEdits: editsOfMany.previewEdits,
  editMyBooks: editsOfMany.editMyBooks,
  removeBook: myBooks.removeBook,
  restoreBook: myBooks.restoreBook,
  takeDownBook: takeDowns.takeDownBook,
  putBackBook: takeDowns.putBackBook,
  listListingsOf,
})

const callsOfCategories = {
  listCategories,
  addCategory: categories.addCategory,
  editCategory: categories.editCategory,
  mergeCategory: categories.mergeCategory,
  placeCategory: categories.placeCategory,
  removeCategory: categories.removeCategory,
} satisfies Record<string, Call>

/** What people do with their own account. */
const callsOfOwnAccount = {
  closeOwnAccount,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  getEmailChange: emailChange.getEmailChange,
  askForNewEmail: emailChange.askForNewEmail,
  cancelEmailChange: emailChange.cancelEmailChange,
  confirmNewEmail: emailChange.confirmNewEmail,
  getMailChoices: mailChoices.getMailChoices,
  chooseMails: mailChoices.chooseMails,
  stopMails: mailChoices.stopMails,
  getExport: exports.getExport,
  askForExport: exports.askForExport,
  openExport: exports.openExport,
} satisfies Record<string, Call>

/** What somebody keeps in mind, and waits for. */
const callsOfWishes = {
  listFavourites: favourites.listFavourites,
  listFavouriteIds: favourites.listFavouriteIds,
  addFavourite: favourites.addFavourite,
  removeFavourite: favourites.removeFavourite,
  bringFavourites: favourites.bringFavourites,
  listWants: wants.listWants,
  countLooking: wanted.countLooking,
  listWanted: wanted.listWanted,
  hideWanted: wanted.hideWanted,
  saveSearch: wants.saveSearch,
  wantBook: wants.wantBook,
  changeWant: wants.changeWant,
  removeWant: wants.removeWant,
} satisfies Record<string, Call>

/** What members report, and what becomes of it. */
const callsOfReports = {
  makeReport: reports.makeReport,
  listCases: reports.listCases,
  getCase: reports.getCase,
  decideCase: reports.decideCase,
  lookAtDecision: answers.lookAtDecision,
  answerDecision: answers.answerDecision,
  listReportsOfPerson,
}

/** Every call of the product's API, for what goes through all of them: the OpenAPI document of a shop with this currency. */
export const callsIn = (currency: string): Record<string, Call> => ({
  mintToken: accounts.mintToken,
  signUp: accounts.signUp,
  findUserType: accounts.findUserType,
  isAdmin: accounts.isAdmin,
  isBuyer: accounts.isBuyer,
  isSeller: accounts.isSeller,
  changeAccount: accounts.changeAccount,
  signOutEverywhere: accounts.signOutEverywhere,
  listBuyers: accounts.listBuyers,
  listSellers: accounts.listSellers,
  closeBuyer: accounts.closeBuyer,
  closeSeller: accounts.closeSeller,
  ...callsOfOwnAccount,
  ...callsOfBooks(currency),
  suspendAccount: suspensions.suspendAccount,
  restoreAccount: suspensions.restoreAccount,
  appointAdmin: admins.appointAdmin,
  removeAdmin: admins.removeAdmin,
  listAuditLog,
  ...callsOfReports,
  listPeople: people.listPeople,
  getPerson: people.getPerson,
  ...callsOfCategories,
  ...callsOfWishes,
  ...callsOfOrders,
  listOrderMessages,
  listConversations: messages.listConversations,
  startConversation: messages.startConversation,
  getConversation: messages.getConversation,
  listMessages: messages.listMessages,
  sendMessage: messages.sendMessage,
  readMessages: messages.readMessages,
  countUnread: messages.countUnread,
  getDashboardNumbers: numbers.getDashboardNumbers,
  listUnreadOfOrders: numbers.listUnreadOfOrders,
  blockPerson: messages.blockPerson,
  unblockPerson: messages.unblockPerson,
  createPaymentIntent: payments.createPaymentIntent,
  recordPayment: payments.recordPayment,
  makeOrderPaid: payments.makeOrderPaid,
  receivePaymentEvent: payments.receivePaymentEvent,
  uploadImage,
  getConfig,
  getSettings: settings.getSettings,
  changeSettings: settings.changeSettings,
  getChecklist,
  listContentPages: contentPages.listContentPages,
  getContentPage: contentPages.getContentPage,
  listEarlierTexts: contentPages.listEarlierTexts,
  previewContentPage: contentPages.previewContentPage,
  saveContentPage: contentPages.saveContentPage,
  resetContentPage: contentPages.resetContentPage,
  health: operations.health,
  ready: operations.ready,
  listOutbox,
})

/** The same where no price is looked at: for the table of guards. */
export const calls = callsIn('USD')
