import type { ListedMutations } from '#tools/mutate/mutation.ts'

/** Mutations of accounts, their mails and rights. */
export const ofPeople: ListedMutations = {
  'server/orders/sides/acts-as.ts': {
    'Sales are out of reach for who took the listing off the list and went over to buying': {
      find: "(await hasBooksInList(db, accountId)) || hasOrdersAs(db, 'seller', accountId)",
      replace: 'hasBooksInList(db, accountId)',
      tests: ['server/orders/sides/acts-as.test.ts'],
    },
    'Who goes over to selling loses the orders made as a buyer': {
      find: "return hasOrdersAs(db, 'buyer', account.id)",
      replace: 'return false',
      tests: ['server/orders/sides/acts-as.test.ts'],
    },
  },
  'server/books/books.public.ts': {
    'Who paused one listing can’t show the others again, nor be let in after a suspension': {
      find: "sql`(${hidesListings('a')} OR b.taken_down_at IS NOT NULL OR b.paused_at IS NOT NULL)`",
      replace: "sql`(${hidesListings('a')} OR b.taken_down_at IS NOT NULL)`",
      tests: ['server/books/many/many-books.test.ts', 'server/account-closure/suspend-account.test.ts'],
    },
  },
  'server/wants/matches-mail.ts': {
    'A suspended member gets emails about books': {
      find: 'account.closedAt || account.suspendedAt ||',
      replace: 'account.closedAt ||',
      tests: ['server/wants/wants.test.ts'],
    },
  },
  'server/accounts/email-change/email-change.public.ts': {
    'Club tokens from before survive a change of email': {
      find: 'mail_refused_words = NULL,\n      version = version + 1',
      replace: 'mail_refused_words = NULL',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
    'A stranger gets a sixth email a day': {
      find: 'email_changes.asked_times < ${mostADay}',
      replace: 'email_changes.asked_times <= ${mostADay}',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
  },
  'server/exports/ask-for-export.ts': {
    'An export can be read after it has expired': {
      find: 'const file = found && found.expiresAt > now ?',
      replace: 'const file = found ?',
      tests: ['server/exports/exports.test.ts'],
    },
  },
  'server/messages/messages.sql.ts': {
    'Other tabs don’t hear that messages were read': {
      find: 'RETURNING s.unread, ${notify(sql`s.account_id::text`)}`',
      replace: 'RETURNING s.unread`',
      tests: ['server/http/message-stream.test.ts'],
    },
    'Messages that were read are unread again': {
      find: 'greatest(s.read_number, ${upTo}::int) AS read_number',
      replace: '${upTo}::int AS read_number',
      tests: ['server/messages/messages.test.ts'],
    },
    'One’s own messages count as unread': {
      find: 'WHERE s.conversation_id = w.conversation_id AND s.account_id <> w.sender_id',
      replace: 'WHERE s.conversation_id = w.conversation_id',
      tests: ['server/messages/messages.test.ts'],
    },
    'Each unread message is an email': {
      find: 'mail_number = coalesce(s.mail_number, w.number)',
      replace: 'mail_number = w.number',
      tests: ['server/messages/unread-mail.test.ts'],
    },
  },
  'server/account-closure/suspend-account.ts': {
    'The other side of an order gets no email about a suspension': {
      find: "await orderNewsMail.book(tx, { orderId: id, to: otherSide, news: 'account_suspended', since: moment })",
      replace: 'void [id, otherSide]',
      tests: ['server/account-closure/suspend-account.test.ts'],
    },
  },
  'server/account-closure/end-suspensions.ts': {
    'A suspended member is in again before the time is over': {
      find: '|| account.suspendedUntil > clock.now()) return',
      replace: ') return',
      tests: ['server/account-closure/suspend-account.test.ts'],
    },
  },
  'server/account-closure/email-change/confirm-new-email.ts': {
    'A link gives an account another email for ever': {
      find: ' || change.expiresAt <= now)',
      replace: ')',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
    'Sellers write to a deleted account’s email': {
      find: '    await moveBuyersEmail(tx, accountId, email)\n',
      replace: '',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
    'Two accounts have one email': {
      find: " || outcome === 'taken') return",
      replace: ') return',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
  },
  'server/account-closure/hand-over-account.ts': {
    'Who was put out can still give the account another email': {
      find: '    await voidEmailChange(tx, account.id)\n',
      replace: '',
      tests: ['server/account-closure/email-change/email-change.test.ts'],
    },
  },
  'server/wants/find-matches.ts': {
    'Members get emails about their own books': {
      find: 'listing.book.sellerId !== accountId && fits(',
      replace: 'fits(',
      tests: ['server/wants/wants.test.ts', 'server/wants/find-matches.test.ts'],
    },
  },
  'server/wants/match-wants.ts': {
    'Books that appear one after another are an email each': {
      find: 'await findWaitingMails(tx, accountIds, { after: now, until: mailAt })',
      replace: 'new Map<string, Date>()',
      tests: ['server/wants/wants.test.ts'],
    },
  },
  'server/exports/remove-exports.ts': {
    'Files with all of a person’s data stay on the disk': {
      find: 'for (const id of files) if (!existing.has(id)) await archives.remove(id)',
      replace: 'void existing',
      tests: ['server/exports/exports.test.ts'],
    },
  },
}
