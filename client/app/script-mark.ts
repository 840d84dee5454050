import { createContext } from 'react'

/**
 * While the server makes a page: what stands in the nonce attribute of our own inline scripts, so that the policy
 * approves these and no others. Undefined in the browser, where pages come without it.
 */
export const ScriptMark = createContext<string | undefined>(undefined)
