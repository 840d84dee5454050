import { titled } from '#client/parts/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'

export const meta = titled('Reported Items')

export default function ReportedItemsScreen() {
  return (
    <>
      <h1 className="mb-6">Reported Items</h1>
      <RoleOnly role="admin">
        <p className="py-10 text-center font-display text-xl text-ink-2">Coming Soon...</p>
      </RoleOnly>
    </>
  )
}
