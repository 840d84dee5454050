/** Argument by which the program starts itself as a worker. */
export const WORKER = '--worker'

/** Whether this process is a worker. */
export const isWorker = (): boolean => process.argv.includes(WORKER)
