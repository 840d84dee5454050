import type { AnswerOutcome, Metrics } from '#server/services.ts'
import type { Family } from './exposition.ts'
import { Histogram } from './histogram.ts'

/** How often something happened, by a label or two. */
class Counts {
  readonly #counts = new Map<string, Map<string, number>>()

  add(first: string, second = ''): void {
    const inner = this.#counts.get(first) ?? new Map<string, number>()
    if (inner.size === 0) this.#counts.set(first, inner)
    inner.set(second, (inner.get(second) ?? 0) + 1)
  }

  samples(first: string, second?: string): Family['samples'] {
    return [...this.#counts].flatMap(([one, inner]) =>
      [...inner].map(([other, value]) => ({ labels: { [first]: one, ...(second && { [second]: other }) }, value })),
    )
  }
}

/** Answers of one route and method. */
class RouteAnswers {
  readonly outcomes: Partial<Record<AnswerOutcome, number>> = {}
  readonly durations = new Histogram()
}

/** Counts since the start of this process, and what of them is exposed. */
export interface ShopMetrics extends Metrics {
  families(): Family[]
}

/**
 * Opens the counters of a shop. Adding to them is a few look-ups in memory, a quarter of what prom-client's labels take
 * (decision 124).
 */
export function shopMetrics(): ShopMetrics {
  const routes = new Map<string, Map<string, RouteAnswers>>()
  const cache = new Counts()
  const [renders, jobDurations] = [new Histogram(), new Map<string, Histogram>()]
  const [mails, jobs] = [new Counts(), new Counts()]

  function answersOf(route: string, method: string): RouteAnswers {
    const methods = routes.get(route) ?? new Map<string, RouteAnswers>()
    if (methods.size === 0) routes.set(route, methods)
    const found = methods.get(method) ?? new RouteAnswers()
    if (!methods.has(method)) methods.set(method, found)
    return found
  }

  return {
    answered: ({ route, method, outcome, seconds, cacheResult }) => {
      const { outcomes, durations } = answersOf(route, method)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (seconds !== null) durations.observe(seconds)
      if (cacheResult) cache.add(cacheResult)
    },
    rendered: (seconds) => renders.observe(seconds),
    mailEnded: (outcome) => mails.add(outcome),
    jobEnded: (kind, outcome, seconds) => {
      jobs.add(kind, outcome)
      const durations = jobDurations.get(kind) ?? new Histogram()
      jobDurations.set(kind, durations)
      durations.observe(seconds)
    },
    families: () => [
      ...answerFamilies(routes),
      ...pageFamilies(cache, renders),
      ...workFamilies({ mails, jobs, jobDurations }),
    ],
  }
}

function answerFamilies(routes: ReadonlyMap<string, ReadonlyMap<string, RouteAnswers>>): Family[] {
  const all = [...routes].flatMap(([route, methods]) =>
    [...methods].map(([method, answers]) => ({ labels: { route, method }, answers })),
  )
  return [
    {
      name: 'dogear_http_requests_total',
      help: 'Requests by route, method and outcome: the class of the status; limited (429), shed for want of room, unavailable while something we need is away.',
      type: 'counter',
      samples: all.flatMap(({ labels, answers }) =>
        Object.entries(answers.outcomes).map(([outcome, value]) => ({ labels: { ...labels, outcome }, value })),
      ),
    },
    {
      name: 'dogear_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer.',
      type: 'histogram',
      samples: all.flatMap(({ labels, answers }) => answers.durations.samples(labels)),
    },
  ]
}

const pageFamilies = (cache: Counts, renders: Histogram): Family[] => [
  {
    name: 'dogear_page_cache_requests_total',
    help: 'Reads that the page cache could answer: hit from memory, miss where one request rendered it.',
    type: 'counter',
    samples: cache.samples('result'),
  },
  {
    name: 'dogear_render_duration_seconds',
    help: 'Time to render a page, its reads of the database included.',
    type: 'histogram',
    samples: renders.samples(),
  },
]

const workFamilies = ({
  mails,
  jobs,
  jobDurations,
}: {
  mails: Counts
  jobs: Counts
  jobDurations: ReadonlyMap<string, Histogram>
}): Family[] => [
  {
    name: 'dogear_mails_total',
    help: 'Emails handed to the mail server by this process: sent, refused for good, or failed and tried again.',
    type: 'counter',
    samples: mails.samples('outcome'),
  },
  {
    name: 'dogear_jobs_total',
    help: 'Jobs that this process ran, by how the try ended.',
    type: 'counter',
    samples: jobs.samples('kind', 'outcome'),
  },
  {
    name: 'dogear_job_duration_seconds',
    help: 'Time that a try of a job took.',
    type: 'histogram',
    samples: [...jobDurations].flatMap(([kind, durations]) => durations.samples({ kind })),
  },
]
