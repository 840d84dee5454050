import { escapeHtml } from '#server/html/escape-html.ts'
import type { StandInPerson } from './people.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 1.25rem; max-width: 26rem; margin-inline: auto; }
  .note { border: 2px solid #b26a00; border-radius: 6px; padding: .5rem .75rem; font-size: .9rem; }
  h1 { font-size: 1.35rem; line-height: 1.25; }
  form { margin: 0 0 .5rem; }
  label { display: block; margin: .5rem 0; }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin-top: .15rem; }
  button { font: inherit; min-height: 2.75rem; padding: .4rem 1rem; cursor: pointer; }
  button.person { width: 100%; text-align: left; }
  button small { display: block; }
  summary { cursor: pointer; padding: .6rem 0; }
  .row { display: flex; gap: .75rem; margin-top: 1rem; }
  :focus-visible { outline: 3px solid #1a66d6; outline-offset: 2px; }
  [role=alert] { color: light-dark(#a30000, #ff9c9c); font-weight: 600; }`

function page(service: string, title: string, body: string): string {
  const name = escapeHtml(service)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – local stand-in for ${name}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main>
<p class="note">Local stand-in for ${name} — no real ${name} account is used.</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`
}

const cancel = (uid: string) => `<form method="post" action="/interaction/${uid}/cancel"><button>Cancel</button></form>`

/** Account chooser of the provider that it stands in for. `problem` says what was wrong with the typed email. */
export function chooserPage(service: string, uid: string, people: readonly StandInPerson[], problem = ''): string {
  const choices = people.map(
    ({ name, email }) => `<form method="post" action="/interaction/${uid}/choose">
<input type="hidden" name="email" value="${escapeHtml(email)}"><input type="hidden" name="name" value="${escapeHtml(name)}">
<button class="person">${escapeHtml(name)}<small>${escapeHtml(email)}</small></button></form>`,
  )
  return page(
    service,
    'Choose an account',
    `${choices.join('\n')}
<details${problem ? ' open' : ''}><summary>Use another account</summary>
<form method="post" action="/interaction/${uid}/choose">
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<label>Email <input name="email" type="email" autocomplete="off" required maxlength="254"></label>
<label>Name <input name="name" autocomplete="off" maxlength="100"></label>
<button>Next</button></form></details>
${cancel(uid)}`,
  )
}

/** Consent: whether the shop may know who this is. */
export function consentPage(service: string, uid: string, person: StandInPerson): string {
  return page(
    service,
    'Sign in to the shop',
    `<p>The shop asks for the name and the email address of <strong>${escapeHtml(person.name || person.email)}</strong> (${escapeHtml(person.email)}).</p>
<div class="row"><form method="post" action="/interaction/${uid}/allow"><button>Allow</button></form>${cancel(uid)}</div>`,
  )
}

/** Error page; the window can be closed. */
export function problemPage(service: string, words: string): string {
  return page(service, 'That did not work', `<p>${escapeHtml(words)}</p><p>Please close this window and try again.</p>`)
}

/** Style of the pages, by hash for the content security policy. */
export const pageStyle = style
