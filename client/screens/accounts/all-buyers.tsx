import { AccountTable } from './account-table.tsx'
import { titled } from '#client/ui/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'

export const meta = titled('All buyers')

export default function AllBuyersScreen() {
  return (
    <>
      <h1 className="mb-6">All buyers</h1>
      <RoleOnly role="admin">
        <AccountTable kind="buyers" />
      </RoleOnly>
    </>
  )
}
