import path from 'node:path'
import { z } from 'zod'
import { storedSecrets, newSecret } from '#server/secrets/stored-secrets.ts'

const schema = z.object({
  secretKey: z.string().startsWith('sk_test_'),
  publishableKey: z.templateLiteral(['pk_test_', z.string()]),
  webhookSecret: z.string().startsWith('whsec_'),
})

export type CardSimulatorKeys = z.infer<typeof schema>

/**
 * The simulator's keys of this data folder, random from its first use. The secret key moves the simulated money. Throws
 * when they can't be read.
 */
export function cardSimulatorKeys(dataDir: string): Promise<CardSimulatorKeys> {
  return storedSecrets(path.join(dataDir, 'keys', 'card-simulator.json'), schema, () => ({
    secretKey: `sk_test_${newSecret()}`,
    publishableKey: `pk_test_${newSecret()}`,
    webhookSecret: `whsec_${newSecret()}`,
  }))
}
