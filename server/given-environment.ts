/**
 * The original environment. Import this file before anything else: React, better-auth and others choose their
 * production build by NODE_ENV at import. It isn't the operator's setting (DOGEAR_MODE is), so we set it; `readConfig`
 * judges the original.
 */
export const givenEnvironment: Readonly<Record<string, string | undefined>> = { ...process.env }

process.env.NODE_ENV = 'production'
