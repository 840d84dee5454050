import { href } from '#contract/href.ts'
import { menuEntries, screens, type MenuEntry, type ScreenAccess } from '#contract/screens.ts'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'

/** What stands in the dashboard's menu for a role, or for every member, with the specification's labels. */
export const entriesFor = (access: ScreenAccess | 'user'): MenuEntry[] =>
  menuEntries(
    'dashboard',
    screens.filter((screen) => screen.access === access),
  )

/** The side menu of an account; both menus for who buys and sells. */
export function menuOf(account: OwnAccount): MenuEntry[] {
  return [...rolesOf(account).flatMap(entriesFor), ...entriesForMember(account)]
}

/** What every member has; admins neither buy nor sell, so nobody writes to them. */
export const entriesForMember = ({ role }: OwnAccount): MenuEntry[] =>
  entriesFor('member').filter(({ to }) => to !== MESSAGES || role !== 'admin')

/** The address beside which the menu shows what is unread. */
export const MESSAGES = href('/dashboard/messages')

/** What an account does here: its role first, then the other side of trade, if it has bought or sold before. */
export function rolesOf({ role, isBuyer, isSeller }: Pick<OwnAccount, 'role' | 'isBuyer' | 'isSeller'>): Role[] {
  return [
    role,
    ...(isBuyer && role !== 'buyer' ? (['buyer'] as const) : []),
    ...(isSeller && role !== 'seller' ? (['seller'] as const) : []),
  ]
}
