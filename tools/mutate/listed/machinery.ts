import type { ListedMutation } from '#tools/mutate/mutation.ts'

/** Mutations of jobs and the page cache. */
export const ofMachinery: ListedMutation[] = [
  {
    name: 'jobs-spent-stay',
    file: 'server/jobs/jobs.sql.ts',
    find: 'j.locked_at IS NULL AND j.attempts >= j.max_attempts',
    replace: 'j.attempts >= j.max_attempts',
    tests: ['server/jobs/start-jobs.test.ts'],
    harm: 'A job is given up while its last try is under way.',
  },
  {
    name: 'page-cache-no-epoch',
    file: 'server/http/page-cache/page-cache.ts',
    find: 'return version >= this.#watch.heard && epoch === this.#watch.epoch',
    replace: 'return version >= this.#watch.heard',
    tests: ['server/http/page-cache/freshness.test.ts'],
    harm: 'Pages from before a lost connection are shown after another database has answered.',
  },
  {
    name: 'page-cache-no-present',
    file: 'server/http/page-cache/page-cache.ts',
    find: 'return isKnown && this.#isNew(item.render) ? item.answer : null',
    replace: 'return this.#isNew(item.render) ? item.answer : null',
    tests: ['server/http/page-cache/freshness.test.ts'],
    harm: 'A page from memory is answered without knowing whether it is true still.',
  },
  {
    name: 'watch-fresh-5s',
    file: 'server/database/catalogue-watch.ts',
    find: 'const FRESH_MS = 100\n',
    replace: 'const FRESH_MS = 5000\n',
    tests: ['server/http/page-cache/freshness.test.ts'],
    harm: 'Where a notification is lost, a page is 5 s old instead of 0.1 s.',
  },
  {
    name: 'search-cache-not-cleared',
    file: 'server/search/search-cache.ts',
    find: 'void caches.delete(db)',
    replace: 'void db',
    tests: ['server/search/search-cache.test.ts'],
    harm: 'A search goes on finding what is gone.',
  },
  {
    name: 'watch-heard-not-reset',
    file: 'server/database/catalogue-watch.ts',
    find: '    this.heard = 0\n    this.epoch += 1',
    replace: '    this.epoch += 1',
    tests: ['server/database/catalogue-watch.test.ts'],
    harm: 'No page is cached any more after a database was restored.',
  },
  {
    name: 'watch-notice-unheard',
    file: 'server/database/catalogue-watch.ts',
    find: 'if (channel === CHANNEL) this.#hear(version)',
    replace: 'void [channel, version]',
    tests: ['server/database/catalogue-watch.test.ts'],
    harm: 'Who saves something reads the page of before.',
  },
]
