/** Node's flags for faults on a signal: SIGUSR2 brings an unhandled rejection, SIGWINCH an uncaught exception. */
export const GOES_WRONG = `--import data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    process.emitWarning('an old way', 'DeprecationWarning')
    console.log('one\\ntwo')
    process.stderr.write('past the console\\n    at somewhere\\n')
    console.trace('several lines')
    Promise.reject(new Error('no one waits'))
  })
  process.on('SIGWINCH', () => { throw new Error('in a callback') })
`)}`

/** Whether a line of a log can be read by a program. */
export function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
