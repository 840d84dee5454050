import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'

export const THEME_STORAGE_KEY = 'theme'

/**
 * Runs in the head before the first paint: the chosen theme, and whether someone is signed in as far as this browser
 * knows. The browser's own bar, for which the head names a light and then a dark colour, goes along with the theme;
 * and the theme comes back where the error page makes the document anew and drops it. Constant, so that the server's
 * page is the same for everyone.
 */
export const beforePaint = `try{let d=document.documentElement,s=localStorage,
f=()=>{let t=s.getItem('${THEME_STORAGE_KEY}');if(t&&d.dataset.theme!=t)d.dataset.theme=t;
document.querySelectorAll('meta[name=theme-color]').forEach((m,i)=>{
let c=i?'dark':'light';m.media=t?t==c?'all':'not all':'(prefers-color-scheme:'+c+')'})};
f();new MutationObserver(f).observe(d,{attributeFilter:['data-theme']});
if(s.getItem('${TOKEN_STORAGE_KEY}'))d.dataset.club=''}catch{}`
