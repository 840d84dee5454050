import { AccountTable } from './account-table.tsx'
import { titled } from '#client/ui/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'

export const meta = titled('All sellers')

export default function AllSellersScreen() {
  return (
    <>
      <h1 className="mb-6">All sellers</h1>
      <RoleOnly role="admin">
        <AccountTable kind="sellers" />
      </RoleOnly>
    </>
  )
}
