import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** Gives what is inside it the query cache of the signed-in screens. */
export function WithQueries({ children }: { children: React.ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
