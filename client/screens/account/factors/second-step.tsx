import { useState } from 'react'
import { ActionButton } from '#client/forms/action-button.tsx'
import { NewApp } from './new-app.tsx'
import type { FactorProps } from './factor-props.ts'

type WithCodes = FactorProps & { onCodes: (codes: readonly string[] | null) => void }

/** Second step after the password: set up, changed, switched off. */
export function SecondStep(props: WithCodes) {
  const { isOn } = props.facts
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Second step</h3>
      {isOn ? <SwitchedOn {...props} /> : <SwitchedOff {...props} />}
    </div>
  )
}

function SwitchedOff(props: WithCodes) {
  const { port, facts, change, onCodes } = props
  return (
    <>
      <p className="text-sm text-ink-2">
        After your password we also ask for a code from an app on your phone, or for a passkey. Then nobody gets in with
        your password alone.
      </p>
      <AppSetUp {...props} label="Set up an app" />
      {facts.passkeys.length > 0 && (
        <ActionButton
          act={async () => onCodes(await change(() => port.askForPasskey()))}
          label="Ask for my passkey instead"
        />
      )}
    </>
  )
}

function SwitchedOn(props: WithCodes) {
  const { port, facts, change, onCodes } = props
  const [said, setSaid] = useState('')
  const asks = [facts.hasApp && 'a code from your app', facts.passkeys.length > 0 && 'a passkey'].filter(Boolean)
  return (
    <>
      <p>
        <span className="font-semibold text-ok">On.</span> After your password we ask for {asks.join(' or ')}.
      </p>
      <p className="text-sm text-ink-2">
        {facts.codesLeft === 1 ? '1 recovery code is' : `${facts.codesLeft || 'No'} recovery codes are`} left, for a
        lost phone.
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          act={async () => onCodes(await change(() => port.newRecoveryCodes()))}
          label="Make new recovery codes"
          repeats
        />
        <ActionButton
          act={() => change(() => port.switchOff())}
          label="Switch off"
          of="the second step"
          onDone={() => setSaid('The second step is off.')}
        />
      </div>
      <AppSetUp {...props} label={facts.hasApp ? 'Set up another phone' : 'Set up an app as well'} />
      <output className="text-ok empty:hidden">{said}</output>
    </>
  )
}

function AppSetUp({ label, port, change, onCodes }: WithCodes & { label: string }) {
  const [app, setApp] = useState<{ secret: string; address: string } | null>(null)
  if (!app) return <ActionButton act={async () => setApp(await change(() => port.newApp()))} label={label} repeats />
  return (
    <NewApp
      {...app}
      confirm={async (code) => {
        const codes = await change(() => port.confirmApp(code))
        setApp(null)
        onCodes(codes)
      }}
      onCancel={() => setApp(null)}
    />
  )
}
