import type { ListedMutations } from '#tools/mutate/mutation.ts'

/** Mutations of jobs and the page cache. */
export const ofMachinery: ListedMutations = {
  'server/jobs/jobs.sql.ts': {
    'A job is given up while its last try is under way': {
      find: 'j.locked_at IS NULL AND j.attempts >= j.max_attempts',
      replace: 'j.attempts >= j.max_attempts',
      tests: ['server/jobs/start-jobs.test.ts'],
    },
  },
  'server/http/page-cache/page-cache.ts': {
    'A page from memory is answered without knowing whether it is true still': {
      find: 'const since = await this.#watch.present()',
      replace: 'const since = this.#watch.position',
      tests: ['server/http/page-cache/freshness.test.ts'],
    },
    'Who asks after a change is given the page that was begun before it': {
      find: "if (result !== 'aborted' && this.#isNew(inFlight, since)) return result",
      replace: "if (result !== 'aborted') return result",
      tests: ['server/http/page-cache/freshness.test.ts'],
    },
  },
  'server/database/reaching/share-next.ts': {
    'Who asks after a change is told of a look that began before it': {
      find: 'await present?.catch(() => {})\n    next = null',
      replace: 'next = null\n    if (present) return present as Promise<Result>',
      tests: ['server/database/catalogue-watch.test.ts'],
    },
  },
  'server/database/catalogue-watch.ts': {
    'Pages from before a lost connection are shown after another database has answered': {
      find: '    this.#changes.noteAll()\n    this.#snapshot = null',
      replace: '    this.#snapshot = null',
      tests: ['server/database/catalogue-watch.test.ts'],
    },
    'A transaction that began early and commits late is missed': {
      find: 'xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(xid, $1)',
      replace: 'xid >= pg_snapshot_xmax($1)',
      tests: ['server/database/catalogue-watch.test.ts'],
    },
    'Whose notes were deleted meanwhile goes on with old pages': {
      find: 'since === null || look.hasMissed',
      replace: 'since === null',
      tests: ['server/database/catalogue-watch.test.ts'],
    },
  },
  'server/database/buckets/shown-buckets.ts': {
    'A read that names nothing is taken for one of nothing': {
      find: 'if (work && !work.isNamed) work.shown.add(EVERYTHING)',
      replace: 'void work',
      tests: ['server/http/page-cache/unnamed-reads.test.ts'],
    },
  },
  'server/search/search-cache.ts': {
    'A search goes on finding what is gone': {
      find: 'void caches.delete(db)',
      replace: 'void db',
      tests: ['server/search/search-cache.test.ts'],
    },
  },
}
