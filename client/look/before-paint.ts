import { TOKEN_STORAGE_KEY } from '#contract/constants.ts'

export const THEME_STORAGE_KEY = 'theme'

/**
 * Runs in the head before the first paint: the chosen theme, and whether someone is signed in as far as this
 * browser knows. Constant, so that the server's page is the same for everyone.
 */
export const beforePaint = `try{var d=document.documentElement,t=localStorage.getItem('${THEME_STORAGE_KEY}');if(t)d.dataset.theme=t;if(localStorage.getItem('${TOKEN_STORAGE_KEY}'))d.dataset.club=''}catch(e){}`
