import { createContext } from 'react'

/** CSP nonce placeholder of our own inline scripts during server-side rendering. Undefined in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
