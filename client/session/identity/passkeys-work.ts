/** Browsers bind passkeys to a host name, and only in secure contexts: https, or this machine. Light enough for a first load. */
export const passkeysWork = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)
