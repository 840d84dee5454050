import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { DemoAccount } from '#server/demo/demo-accounts.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { aPicture } from './pictures.ts'
import type { ShopProcess } from './shop-process.ts'
import { until } from './until.ts'

/** A member who signed up over HTTP, for journeys about other things. */
export interface Member {
  name: string
  email: string
  password: string
  /** A club token. */
  token: string
  /** The identity provider's session cookie, as in a browser. */
  cookies: { name: string; value: string }[]
}

/** A word that no other journey has: letters alone, since figures in a name or title may pass for a phone number. */
export const aMark = (): string => Array.from(randomBytes(8), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Signs a new member up at a running shop, with an unconfirmed address. */
export async function aMember(
  shop: ShopProcess,
  role: 'user' | 'buyer' | 'seller',
  name = `Journey ${role}`,
): Promise<Member> {
  const email = `${role}-${randomBytes(5).toString('hex')}@example.org`
  const password = randomBytes(9).toString('base64url')
  const cookies = cookiesOf(await send(shop, '/api/identity/sign-up/email', { body: { name, email, password } }))
  const proof = await proofOf(shop, cookies)
  await send(shop, '/api/signup', { token: proof, body: { name, email, checked: role } })
  return { name, email, password, cookies, token: await clubTokenOf(shop, email, proof) }
}

/** The same with an email address that is confirmed, which takes a moment: by the link that came, in their own session. */
export async function aConfirmedMember(shop: ShopProcess, role: 'buyer' | 'seller', name?: string): Promise<Member> {
  const member = await aMember(shop, role, name)
  const [, token] = await mailedTo(shop, member, /verify-email\?token=([\w.-]+)/)
  const cookie = cookieOf(member)
  await send(shop, '/api/identity/verify-email', { body: { token }, headers: { cookie } })
  return signedIn(shop, member)
}

/** Waits for text in a person's emails, such as a link. */
export async function mailedTo(
  shop: ShopProcess,
  { email }: Pick<Member, 'email'>,
  words: RegExp,
): Promise<RegExpExecArray> {
  let found: RegExpExecArray | null = null
  await until(async () => {
    const mails = await listOutbox(path.join(shop.dataDir, 'outbox'))
    const own = mails.filter(({ to }) => to.address === email).map(({ text }) => text)
    found = words.exec(own.join('\n'))
    return found !== null
  })
  return found!
}

/** Signs in an existing account over HTTP, such as one of the demo's people. */
export async function signedIn(
  shop: ShopProcess,
  { name, email, password }: Pick<Member, 'name' | 'email' | 'password'>,
): Promise<Member> {
  const cookies = cookiesOf(await send(shop, '/api/identity/sign-in/email', { body: { email, password } }))
  return { name, email, password, cookies, token: await clubTokenOf(shop, email, await proofOf(shop, cookies)) }
}

/** A person of the demo with a role. */
export async function demoPerson(shop: ShopProcess, role: DemoAccount['role']): Promise<DemoAccount> {
  const person = (await shop.people()).find((someone) => someone.role === role)
  if (!person) throw new Error(`The demo has no ${role}`)
  return person
}

/** The same, signed in over HTTP. */
export async function demoMember(shop: ShopProcess, role: DemoAccount['role']): Promise<Member> {
  return signedIn(shop, await demoPerson(shop, role))
}

/** Makes a further admin by `npm run admin`. */
export async function anAdmin(shop: ShopProcess): Promise<Member> {
  const email = `admin-${randomBytes(5).toString('hex')}@example.org`
  const password = randomBytes(9).toString('base64url')
  const { output } = await shop.tool('tools/admin.ts', email)
  const token = /token=([^\s&]+)/.exec(output)?.[1]
  await send(shop, '/api/identity/reset-password', { body: { token, newPassword: password } })
  return signedIn(shop, { name: email, email, password })
}

function cookiesOf(answer: Response): Member['cookies'] {
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const end = pair.indexOf('=')
    return { name: pair.slice(0, end), value: pair.slice(end + 1) }
  })
}

const cookieOf = ({ cookies }: Pick<Member, 'cookies'>) => cookies.map((one) => `${one.name}=${one.value}`).join('; ')

async function proofOf(shop: ShopProcess, cookies: Member['cookies']): Promise<string> {
  const cookie = cookieOf({ cookies })
  return (await read<{ token: string }>(send(shop, '/api/identity/token', { headers: { cookie } }))).token
}

async function clubTokenOf(shop: ShopProcess, email: string, proof: string): Promise<string> {
  return (await read<{ token: string }>(send(shop, '/api/jwt', { token: proof, body: { email } }))).token
}

/** An address of the shop with nothing of ours in it, where a page is before a journey begins. */
export const RESTING_PLACE = '/api/health'

/** Puts a member's session into the page's browser, as after a sign-in: the next page is theirs. */
export async function enterAs(page: Page, shop: ShopProcess, member: Pick<Member, 'cookies' | 'token'>): Promise<void> {
  const place = { domain: 'localhost', path: '/api/identity', httpOnly: true, sameSite: 'Lax' as const }
  await page.context().addCookies(member.cookies.map((cookie) => ({ ...cookie, ...place })))
  if (page.url() !== shop.origin + RESTING_PLACE) await page.goto(shop.origin + RESTING_PLACE)
  await page.evaluate((token) => localStorage.setItem('club', token), member.token)
}

/** A picture that a seller has uploaded. Gives its URL. */
export async function aPictureOf(shop: ShopProcess, { token }: Pick<Member, 'token'>): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'cover.png')
  const upload = fetch(`${shop.origin}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return (await read<{ data: { url: string } }>(upload)).data.url
}

/** Lists a book for a seller over HTTP, with one picture or the given ones. Returns its id. */
export async function aBookOf(
  shop: ShopProcess,
  member: Pick<Member, 'token'>,
  given: Record<string, string> = {},
  images?: string[],
): Promise<string> {
  const pictures = images ?? [await aPictureOf(shop, member)]
  const body = {
    book_name: 'The Tide Table',
    book_writer: 'Nell Harrow',
    originalPrice: '24',
    resalePrice: '12.50',
    condition: 'good',
    mobileNumber: '+49 30 123456',
    category_name: 'novel-book',
    location: 'Harbour square',
    description: 'A novel about a town that keeps two clocks.',
    yearOfPurchase: '2019',
    ...given,
    book_img: pictures[0],
    images: pictures,
  }
  return (await read<{ insertedId: string }>(send(shop, '/api/add-product', { token: member.token, body }))).insertedId
}

/** Waits until the search knows a book of this title, which takes it a moment. */
export async function untilFound(shop: ShopProcess, title: string): Promise<void> {
  const query = new URLSearchParams({ q: title, sort: 'newest' }).toString()
  await until(async () => {
    const found = await read<{ book: { book_name: string } }[]>(send(shop, `/api/search?${query}`))
    return found.some(({ book }) => book.book_name === title)
  })
}

/** A request to a running shop; throws, with what it said, when it is refused. */
export async function send(
  shop: ShopProcess,
  path: string,
  given: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { token, body, headers } = given
  const response = await fetch(shop.origin + path, {
    method: given.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      origin: shop.origin,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

async function read<T>(pending: Promise<Response>): Promise<T> {
  const response = await pending
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
