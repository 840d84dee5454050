import { expect, test } from 'vitest'
import { addUp, beside, countersOf, labelled } from './add-up.ts'
import { exposition, gauge, type Family } from './exposition.ts'

const requests = (values: Record<string, number>): Family => ({
  name: 'requests_total',
  help: 'Requests.',
  type: 'counter',
  samples: Object.entries(values).map(([route, value]) => ({ labels: { route }, value })),
})

test('several processes are added up by name and labels, and what each has for itself stands beside', () => {
  const one = [requests({ a: 2, b: 1 }), gauge('cache_bytes', 'Cache.', 10)]
  const other = [requests({ a: 3, c: 4 }), gauge('cache_bytes', 'Cache.', 5)]
  const own = [1, 2].map((worker) => labelled([gauge('memory_bytes', 'Memory.', worker * 100)], { worker }))
  expect(exposition([...addUp([one, other]), ...beside(own)])).toBe(
    `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="a"} 5
requests_total{route="b"} 1
requests_total{route="c"} 4
# HELP cache_bytes Cache.
# TYPE cache_bytes gauge
cache_bytes 15
# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes{worker="1"} 100
memory_bytes{worker="2"} 200
`,
  )
  expect(countersOf(one).map(({ name }) => name)).toEqual(['requests_total'])
})
