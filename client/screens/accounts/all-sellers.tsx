import { AccountTable } from './account-table.tsx'

export default function AllSellers() {
  return <AccountTable kind="sellers" />
}
