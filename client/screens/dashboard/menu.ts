import type { Role } from '#contract/call.ts'

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

/** The side menu of a role, with the specification's labels. */
export function menuOf(role: Role): MenuEntry[] {
  return [...menus[role], { to: '/dashboard/account', label: 'Account' }]
}
