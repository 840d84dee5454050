import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import type { TestServer } from './test-server.ts'
import { until } from './until.ts'

/** Token of the link in the latest mail to an address with such a subject; waits for it. */
export async function mailedLink(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  address: string,
  subject: RegExp,
): Promise<string | null> {
  const find = async () =>
    (await listOutbox(`${dataDir}/outbox`)).find((mail) => mail.to.address === address && subject.test(mail.subject))
  await until(async () => (await find()) !== undefined)
  return new URL(/https?:\/\/\S+/.exec((await find())!.text)![0]).searchParams.get('token')
}
