import { href } from '#contract/href.ts'
import { menuEntries, screens, type MenuEntry, type ScreenAccess } from '#contract/screens.ts'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'

/** Menu entries of a role, or of every member, with the specification's labels. */
export const entriesFor = (access: ScreenAccess | 'user'): MenuEntry[] =>
  menuEntries(
    'dashboard',
    screens.filter((screen) => screen.access === access),
  )

/** Side menu of an account; both menus for members who buy and sell. */
export function menuOf(account: OwnAccount): MenuEntry[] {
  return [...rolesOf(account).flatMap(entriesFor), ...entriesForMember(account)]
}

/** Menu entries of every member; admins don't trade, so they have no messages. */
export const entriesForMember = ({ role }: OwnAccount): MenuEntry[] =>
  entriesFor('member').filter(({ to }) => to !== MESSAGES || role !== 'admin')

/** Address of the menu entry with the unread badge. */
export const MESSAGES = href('/dashboard/messages')

/** Roles of an account: its current role first, then the other side of trade, if it has bought or sold before. */
export function rolesOf({ role, isBuyer, isSeller }: Pick<OwnAccount, 'role' | 'isBuyer' | 'isSeller'>): Role[] {
  return [
    role,
    ...(isBuyer && role !== 'buyer' ? (['buyer'] as const) : []),
    ...(isSeller && role !== 'seller' ? (['seller'] as const) : []),
  ]
}
