import { randomBytes } from 'node:crypto'
import type { SunkMail } from '#tests/port-suites/mail-sink.ts'
import { readMail } from '#tests/port-suites/mail-sink.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import type { Acknowledged } from './acknowledged.ts'
import { ask, insist } from './ask.ts'

/** Somebody who signed up over HTTP. */
export interface Person {
  email: string
  token: string
  cookie: string
  isConfirmed: boolean
  /** What they have done of what an account may do so often a day. */
  used: number
  picture: string | null
}

type Origins = () => string

const PASSWORD = 'two clocks in one town'

/** Signs a new person up. Nothing is asked a second time: an account that was made and not acknowledged is left alone. */
export async function aPerson(origin: Origins, role: 'buyer' | 'seller', noted: Acknowledged): Promise<Person> {
  const email = `${role}-${randomBytes(6).toString('hex')}@example.org`
  const here = origin()
  const signedUp = await ask(here, 'POST', '/api/identity/sign-up/email', {
    body: { name: `Chaos ${role}`, email, password: PASSWORD },
  })
  const cookie = signedUp.cookies.join('; ')
  const proof = (await insist(origin, 'GET', '/api/identity/token', { headers: { cookie } })).json.token as string
  const askedAt = performance.now()
  await ask(here, 'POST', '/api/signup', { token: proof, body: { name: `Chaos ${role}`, email, checked: role } })
  noted.note({ kind: 'account', email }, askedAt)
  const { token } = (await insist(origin, 'POST', '/api/jwt', { token: proof, body: { email } })).json as Person
  return { email, token, cookie, isConfirmed: false, used: 0, picture: null }
}

/** Signs in with a person's email, and asks for another link to confirm it. */
export async function askForLink(origin: Origins, email: string): Promise<void> {
  const body = { email, password: PASSWORD }
  const { cookies } = await insist(origin, 'POST', '/api/identity/sign-in/email', { body })
  const headers = { cookie: cookies.join('; ') }
  await insist(origin, 'POST', '/api/identity/send-verification-email', { headers, body: { email } })
}

/** Confirms a person's email where its link has come. */
export async function confirm(origin: Origins, person: Person, mails: readonly SunkMail[]): Promise<void> {
  const own = mails.filter(({ recipients }) => recipients.includes(person.email))
  const [, token] = /verify-email\?token=([\w.-]+)/.exec(own.map(({ raw }) => readMail(raw).text).join('\n')) ?? []
  if (!token || person.isConfirmed) return
  const { cookie, email } = person
  await insist(origin, 'POST', '/api/identity/verify-email', { headers: { cookie }, body: { token } })
  const proof = (await insist(origin, 'GET', '/api/identity/token', { headers: { cookie } })).json.token as string
  person.token = ((await insist(origin, 'POST', '/api/jwt', { token: proof, body: { email } })).json as Person).token
  person.isConfirmed = true
}

/** The picture that a seller's listings show, uploaded once. */
export async function pictureOf(origin: Origins, person: Person): Promise<string> {
  if (person.picture) return person.picture
  const form = new FormData()
  form.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'cover.png')
  const { json } = await ask(origin(), 'POST', '/api/images', { token: person.token, body: form })
  return (person.picture = (json as { data: { url: string } }).data.url)
}
