import { href } from '#contract/href.ts'
import { menuEntries, screens, type MenuEntry, type ScreenAccess } from '#contract/screens.ts'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'

/** Menu entries of a role, or of every member, with the specification's labels. */
const entriesFor = (access: ScreenAccess | 'user'): MenuEntry[] =>
  menuEntries(
    'dashboard',
    screens.filter((screen) => screen.access === access),
  )

/** A part of the menu; its heading is null where the menu is short enough without. */
export interface MenuGroup {
  heading: string | null
  entries: MenuEntry[]
}

/** Groups of an admin's entries, in their order. What no group names is the club's. */
const adminGroups = [
  {
    heading: 'People',
    places: [href('/dashboard/all-sellers'), href('/dashboard/all-buyers'), href('/dashboard/people')],
  },
  {
    heading: 'To decide',
    places: [
      href('/dashboard/reported-items'),
      href('/dashboard/problems'),
      href('/dashboard/orders'),
      href('/dashboard/payouts'),
    ],
  },
]

/** Side menu of an account in groups: an admin's four; buying and selling apart for members who do both. */
export function menuGroupsOf(account: OwnAccount): MenuGroup[] {
  const own = { heading: 'You', entries: entriesForMember(account) }
  if (account.role === 'admin') {
    const entries = entriesFor('admin')
    const at = new Map(entries.map((entry) => [entry.to, entry]))
    const groups = adminGroups.map(({ heading, places }) => ({
      heading,
      entries: places.flatMap((place) => at.get(place) ?? []),
    }))
    const named = new Set(groups.flatMap(({ entries: some }) => some))
    return [...groups, { heading: 'The club', entries: entries.filter((entry) => !named.has(entry)) }, own]
  }
  const roles = rolesOf(account)
  if (roles.length < 2)
    return [{ heading: null, entries: [...roles.flatMap((role) => entriesFor(role)), ...own.entries] }]
  return [...roles.map((role) => ({ heading: roleHeading[role], entries: entriesFor(role) })), own].filter(
    ({ entries }) => entries.length > 0,
  )
}

const roleHeading: Record<Role, string | null> = { user: null, buyer: 'Buying', seller: 'Selling', admin: null }

/** Side menu of an account; both menus for members who buy and sell. */
export const menuOf = (account: OwnAccount): MenuEntry[] => menuGroupsOf(account).flatMap(({ entries }) => entries)

/** Menu entries of every member; admins don't trade, so they have no messages. */
const entriesForMember = ({ role }: OwnAccount): MenuEntry[] =>
  entriesFor('member').filter(({ to }) => to !== href('/dashboard/messages') || role !== 'admin')

/** Roles of an account: its current role first, then the other side of trade, if it has bought or sold before. */
function rolesOf({ role, isBuyer, isSeller }: Pick<OwnAccount, 'role' | 'isBuyer' | 'isSeller'>): Role[] {
  return [
    role,
    ...(isBuyer && role !== 'buyer' ? (['buyer'] as const) : []),
    ...(isSeller && role !== 'seller' ? (['seller'] as const) : []),
  ]
}
