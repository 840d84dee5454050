import { AccountTable } from './account-table.tsx'

export default function AllBuyers() {
  return <AccountTable kind="buyers" />
}
