import { useSearchParams } from 'react-router'
import { titled } from '#client/ui/site.ts'
import { AskForLink } from './ask-for-link.tsx'
import { UseLink } from './use-link.tsx'

export const meta = titled('Sign in by email')

/** Sign-in by a mailed link: with its token the button that signs in, without it the request for a mail. */
export default function SignInLinkScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Sign in by email</h1>
      {token ? <UseLink key={token} token={token} /> : <AskForLink />}
    </div>
  )
}
