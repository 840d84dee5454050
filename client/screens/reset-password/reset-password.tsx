import { useSearchParams } from 'react-router'
import { titled } from '#client/ui/site.ts'
import { AskForReset } from './ask-for-reset.tsx'
import { ChoosePassword } from './choose-password.tsx'

export const meta = titled('Choose a new password')

/** Password reset: with a mailed token the new password, without it the request for a mail. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      {token ? <ChoosePassword token={token} invited={search.has('welcome')} /> : <AskForReset />}
    </div>
  )
}
