import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds; the test's timeout is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}
