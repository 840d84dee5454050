import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'

export const THEME_STORAGE_KEY = 'theme'

/** Tells the page that it is hydrated, all of it. */
export const ALIVE = 'alive'

/**
 * Runs in the head before the first paint: the chosen theme, and whether someone is signed in as far as this browser
 * knows. The browser's own bar, for which the head names a light and then a dark colour, goes along with the theme;
 * and the theme comes back where the error page makes the document anew and drops it. And a button that is pressed
 * before all of the page is hydrated is pressed once it is: once, however often it was, and nobody hears it before.
 * Constant, so that the server's page is the same for everyone.
 */
export const beforePaint = `try{let d=document.documentElement,s=localStorage,
f=()=>{let t=s.getItem('${THEME_STORAGE_KEY}');if(t&&d.dataset.theme!=t)d.dataset.theme=t;
document.querySelectorAll('meta[name=theme-color]').forEach((m,i)=>{
let c=i?'dark':'light';m.media=t?t==c?'all':'not all':'(prefers-color-scheme:'+c+')'})};
f();new MutationObserver(f).observe(d,{attributeFilter:['data-theme']});
if(s.getItem('${TOKEN_STORAGE_KEY}'))d.dataset.club=''}catch{}
{let p=new Set,n=e=>{let b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();p.add(b)}},
d=document;d.addEventListener('click',n,true);d.addEventListener('${ALIVE}',()=>{d.removeEventListener('click',n,true);
p.forEach(b=>b.click())},{once:true})}`
