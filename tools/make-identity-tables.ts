/** What the identity provider makes of an empty database; loaded with all else it needs when it is called. */
export async function makeIdentityTables(databaseUrl: string): Promise<void> {
  const shop = await import('#server/open-shop.ts')
  await shop.makeIdentityTables(databaseUrl)
}
