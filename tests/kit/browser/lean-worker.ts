// What Playwright does at each of its steps for whoever looks at a run afterwards, and nobody of ours does. PAINTED=1
// leaves all of it as it is.
import { areAllPainted } from './launch-options.ts'

// The runner is told of each call and each expectation as it begins and as it ends, for reporters that list them.
const STEPS = new Set(['stepBegin', 'stepEnd'])

/** Whether a message to the runner is of a step; whatever else it may be, it is sent. */
const isOfStep = (message: { params?: { method?: string } }) => STEPS.has(message.params?.method ?? '')

const send = process.send?.bind(process)
// The runner reads these files as well, and has nobody to tell.
if (send && !areAllPainted)
  process.send = (message: object, ...more: never[]) => isOfStep(message) || send(message, ...more)

const OF_A_LIBRARY = /^node:|\/node_modules\//
const AT = '\n    at '

// A place is up to 50 calls deep, each of which is looked for in the maps of our sources. Those of libraries have none.
const inSources = Error.prepareStackTrace
if (inSources && !areAllPainted)
  Error.prepareStackTrace = (error, calls) => {
    const lineOf = (call: NodeJS.CallSite) =>
      OF_A_LIBRARY.test(call.getFileName() ?? 'node:')
        ? // oxlint-disable-next-line typescript/no-base-to-string -- V8 writes a line of a stack
          call.toString().replace(/^async /, '')
        : (inSources(error, [call]) as string).split(AT).at(-1)
    return [`${error.name}: ${error.message}`, ...calls.map(lineOf)].join(AT)
  }
