import type { OwnAccount } from '#contract/accounts.ts'
import type { Role } from '#contract/call.ts'
import { rolesOf } from './roles-of.ts'

export interface MenuEntry {
  to: string
  label: string
}

const menus: Record<Role, MenuEntry[]> = {
  user: [],
  buyer: [{ to: '/dashboard/my-orders', label: 'My Orders' }],
  seller: [
    { to: '/dashboard/add-product', label: 'Add A product' },
    { to: '/dashboard/my-products', label: 'My Products' },
    { to: '/dashboard/my-buyers', label: 'My buyers' },
  ],
  admin: [
    { to: '/dashboard/all-sellers', label: 'All sellers' },
    { to: '/dashboard/all-buyers', label: 'All buyers' },
    { to: '/dashboard/reported-items', label: 'Reported Items' },
  ],
}

/** The side menu of an account, with the specification's labels; both menus for who buys and sells. */
export function menuOf(account: OwnAccount): MenuEntry[] {
  return [...rolesOf(account).flatMap((role) => menus[role]), { to: '/dashboard/account', label: 'Account' }]
}
