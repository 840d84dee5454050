import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is so; the test's own time limit ends a wait in vain. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}
