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
    'Pages from before a lost connection are shown after another database has answered': {
      find: 'return version >= this.#watch.heard && epoch === this.#watch.epoch',
      replace: 'return version >= this.#watch.heard',
      tests: ['server/http/page-cache/freshness.test.ts'],
    },
    'A page from memory is answered without knowing whether it is true still': {
      find: 'return isKnown && this.#isNew(item.render) ? item.answer : null',
      replace: 'return this.#isNew(item.render) ? item.answer : null',
      tests: ['server/http/page-cache/freshness.test.ts'],
    },
  },
  'server/database/catalogue-watch.ts': {
    'Where a notification is lost, a page is 5 s old instead of 0.1 s': {
      find: 'const FRESH_MS = 100\n',
      replace: 'const FRESH_MS = 5000\n',
      tests: ['server/http/page-cache/freshness.test.ts'],
    },
    'No page is cached any more after a database was restored': {
      find: '    this.heard = 0\n    this.epoch += 1',
      replace: '    this.epoch += 1',
      tests: ['server/database/catalogue-watch.test.ts'],
    },
    'Who saves something reads the page of before': {
      find: 'if (channel === CHANNEL) this.#hear(version)',
      replace: 'void [channel, version]',
      tests: ['server/database/catalogue-watch.test.ts'],
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
