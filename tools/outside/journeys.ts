import { withHaproxy } from './haproxy.ts'
import type { OutsidePart } from './part.ts'

/** All journeys of `npm test` once more, each shop being three instances behind HAProxy. */
export const journeys: OutsidePart = {
  name: 'journeys',
  // They take twice as long as those of one instance.
  isOnRequest: true,
  setUp: () => withHaproxy({ SEVERAL_INSTANCES: 'yes' }),
  tests: [],
  journeys: [],
  areUsual: true,
}
