import type { BrowserContext } from '@playwright/test'

/**
 * Google's script of frames that talk to each other, as far as Firebase's popup uses it: without an internet the real one
 * can't be loaded. A page opens a frame; each side registers handlers and sends to the other's.
 */
const SCRIPT = `
(() => {
  const CROSS = () => true
  function channel(other) {
    const handlers = new Map(), waiting = new Map()
    let count = 0
    const post = (message) => other().postMessage({ gapi: message }, '*')
    addEventListener('message', async ({ data, source }) => {
      const message = data && data.gapi
      if (!message || source !== other()) return
      if (message.answers !== undefined) return waiting.get(message.answers)?.(message.with)
      const handle = handlers.get(message.kind)
      const answer = message.kind === 'ping' ? 'pong' : handle && (await handle(message.body))
      if (message.kind === 'ping' || handle) post({ answers: message.id, with: answer })
    })
    const send = (kind, body, done) => {
      const id = ++count
      // Google's own keeps what a handler throws to itself, and Firebase's always does.
      waiting.set(id, (answer) => { try { done && done([answer]) } catch {} })
      post({ id, kind, body })
    }
    return {
      register: (kind, handle) => handlers.set(kind, handle),
      send,
      restyle: async () => {},
      ping: (done) => new Promise((resolve) => send('ping', null, () => { done(); resolve([]) })),
    }
  }
  const context = {
    open({ url, where, attributes }, opened) {
      const frame = document.createElement('iframe')
      Object.assign(frame.style, attributes && attributes.style)
      frame.src = url
      const ready = new Promise((resolve) => frame.addEventListener('load', resolve))
      where.append(frame)
      return ready.then(() => opened(channel(() => frame.contentWindow)))
    },
    getParentIframe: () => channel(() => parent),
  }
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: CROSS, Iframe: function () {}, getContext: () => context },
  }
  const asked = new URL(document.currentScript.src).searchParams.get('onload')
  setTimeout(() => (asked ? window[asked]() : window.gapi_onload && window.gapi_onload()))
})()`

/** Serves that script in place of Google's, to all pages and frames of a browser. */
export const standInForGapi = (context: BrowserContext) =>
  context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
