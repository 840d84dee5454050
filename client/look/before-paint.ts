import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'

export const THEME_STORAGE_KEY = 'theme'

/** Event after hydration of the whole page. */
export const HYDRATED = 'hydrated'

/**
 * Inline script, runs in the head before first paint. Sets the stored theme and the signed-in hint, keeps the browser's
 * theme colour in step, and restores the theme when the error page replaces the document. Presses of buttons before
 * hydration are held back and replayed once after it. Constant, so that the server's page is the same for everyone.
 */
export const beforePaint = `try{let d=document.documentElement,s=localStorage,
f=()=>{let t=s.getItem('${THEME_STORAGE_KEY}');if(t&&d.dataset.theme!=t)d.dataset.theme=t;
document.querySelectorAll('meta[name=theme-color]').forEach((m,i)=>{
let c=i?'dark':'light';m.media=t?t==c?'all':'not all':'(prefers-color-scheme:'+c+')'})};
f();new MutationObserver(f).observe(d,{attributeFilter:['data-theme']});
if(s.getItem('${TOKEN_STORAGE_KEY}'))d.dataset.club=''}catch{}
{let p=new Set,n=e=>{let b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();p.add(b)}},
d=document;d.addEventListener('click',n,true);d.addEventListener('${HYDRATED}',()=>{d.removeEventListener('click',n,true);
p.forEach(b=>b.click())},{once:true})}`
