import {
  OUTCOMES,
  type MovePlan,
  type Outcome,
  type PlannedAccount,
} from '#server/accounts/identity-moves/plan-move.ts'

interface Planned {
  plan: MovePlan
  /** Ways to sign in of the embedded provider, with how many people have each; empty where another one is left. */
  ways: readonly { way: string; people: number }[]
  to: 'firebase' | 'embedded'
  /** Whether the shop may manage people at the provider it goes to. */
  isManaged: boolean
}

export const LIST_HEADINGS = 'email,role,what\r\n'

/** A row of the list: an email may have what CSV gives a meaning to. */
export const listLine = ({ email, role, outcome }: PlannedAccount): string =>
  `"${email.replaceAll('"', '""')}",${role},${OUTCOMES[outcome].split(':')[0]}\r\n`

const NAMES: Readonly<Record<string, string>> = { credential: 'a password', google: 'Google', oidc: 'OpenID Connect' }

/** What becomes of the accounts, for the operator who plans the move. */
export function movePlanWords({ plan: { outcomes, admins }, ways, to, isManaged }: Planned): string {
  const lines = Object.entries(outcomes).flatMap(([outcome, count]) =>
    count > 0 || outcome === 'unconfirmed' ? [`${String(count).padStart(7)}  ${OUTCOMES[outcome as Outcome]}`] : [],
  )
  const has = ways.map(({ way, people }) => `${people} with ${NAMES[way] ?? way}`).join(', ')
  return [
    'Of the open accounts each one',
    ...lines,
    '',
    adminWords(admins),
    ...(has && to === 'firebase' ? [`Today people sign in here: ${has}.`] : []),
    ...passwordWords(to, isManaged),
    'Sessions: everybody is signed out by the first start.',
    'Unconfirmed: ask these members to confirm their email before the move. Afterwards npm run identity -- --confirm EMAIL opens the account of somebody you know.',
    'Closed accounts stay closed. Nothing is deleted where people sign in now: a start with the settings of today goes back.',
  ].join('\n')
}

const adminWords = ({ found, all }: MovePlan['admins']): string =>
  found > 0
    ? `Admins: ${found} of ${all} find their account.`
    : 'ADMINS: NONE finds their account again. Nobody could run the club: have an admin confirm their email first.'

function passwordWords(to: Planned['to'], isManaged: boolean): string[] {
  if (to === 'embedded')
    return ['Passwords stay at Firebase, which gives none away: each person chooses a new one by “Forgot password?”.']
  return [
    isManaged
      ? 'Passwords stay here: they are hashed by argon2id, which Firebase can’t import. Each person chooses a new one by “Forgot password?”.'
      : 'Passwords stay here: they are hashed by argon2id, which Firebase can’t import. Each person signs up there with the same email, and confirms it. Set FIREBASE_SERVICE_ACCOUNT, and “Forgot password?” is enough, and nobody can take another’s email there first.',
    'Google works at once for an email that is the same. Sign-in by OpenID Connect, passkeys and second factors stay here, for a way back.',
  ]
}
