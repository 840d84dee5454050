/**
 * What the program was started with. Every program imports this file before anything else: React, better-auth and
 * others choose between their fast build and their talkative one by NODE_ENV, at the moment they are imported. That is
 * nobody's setting (DOGEAR_MODE is), so we set it; what stood there before is kept for `readConfig` to judge.
 */
export const givenEnvironment: Readonly<Record<string, string | undefined>> = { ...process.env }

process.env.NODE_ENV = 'production'
