let number: number | null = null

/** Number of this worker among those of the program, from 1 on; null in a program without workers, or beside them. */
export const workerNumber = (): number | null => number

export function numberWorker(given: number): void {
  number = given
}
