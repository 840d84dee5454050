import { QueryClientProvider } from '@tanstack/react-query'
import type { Book } from '#contract/books/books.ts'
import { queryClient } from '#client/session/query-client.ts'
import { BuyNowDialog } from './buy-now-dialog.tsx'

/** The dialog with what it reads by; loaded at the press of Buy Now. */
export default function BuyNowWithQueries(props: { book: Book; onClose(): void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BuyNowDialog {...props} />
    </QueryClientProvider>
  )
}
