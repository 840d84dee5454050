import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

// What the code does, by the field's term: a stranger's search for the term finds the file that does it.
test.each([
  ['cache', 'server/http/page-cache/page-cache.ts'],
  ['LRU', 'server/http/page-cache/lru-cache.ts'],
  ['in flight', 'server/http/page-cache/pending-render.ts'],
  ['load shedding', 'server/http/concurrency/limit-concurrency.ts'],
  ['concurrency limit', 'server/http/concurrency/limit-concurrency.ts'],
  ['rate limit', 'server/http/limits/rate-limits.ts'],
  ['content security policy', 'server/http/security-headers.ts'],
  ['circuit breaker', 'server/database/circuit-breaker.ts'],
  ['connection pool', 'server/database/connect.ts'],
  ['graceful shutdown', 'server/database/connect.ts'],
  ['advisory lock', 'server/database/advisory-locks.ts'],
  ['prepared', 'server/database/prepared-statements.ts'],
  ['row lock', 'server/database/schema.ts'],
  ['keyset', 'server/database/ordering.ts'],
  ['pagination', 'contract/paging.ts'],
  ['retries', 'server/database/add-job.ts'],
  ['backoff', 'server/database/add-job.ts'],
  ['full-text', 'server/search/search.sql.ts'],
  ['tokenize', 'server/search/words.rules.ts'],
  ['normalize', 'server/search/words.rules.ts'],
  ['password hash', 'server/providers/embedded-identity/passwords.ts'],
  ['webhook', 'server/orders/payments/receive-payment-event.ts'],
  ['double-entry', 'server/orders/ledger/movements.rules.ts'],
  ['idempotency', 'server/books/add-book.ts'],
  ['soft-delete', 'server/books/remove-book.ts'],
  ['moderation', 'server/reports/decide-case.ts'],
  ['audit log', 'server/accounts/audit/audit.public.ts'],
  ['debounce', 'client/forms/use-debounced-value.ts'],
  ['optimistic', 'client/favourites/favourite-set.ts'],
  ['hydrate', 'client/app/entry.client.tsx'],
])('%s is found in %s', async (term, file) => {
  const text = await readFile(file, 'utf8')
  expect(text.toLowerCase().replaceAll(/\s+(?:\*|\/\/)?\s*/g, ' ')).toContain(term.toLowerCase())
})
