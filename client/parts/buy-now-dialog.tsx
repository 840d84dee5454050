import { QueryClientProvider } from '@tanstack/react-query'
import type { Book } from '#contract/books.ts'
import BuyNowDialog from '#client/screens/buy-now/buy-now-dialog.tsx'
import { queryClient } from '#client/session/query-client.ts'

/** The dialog with what it reads by; loaded at the press of Buy Now. */
export default function BuyNowWithQueries(props: { book: Book; onClose(): void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BuyNowDialog {...props} />
    </QueryClientProvider>
  )
}
