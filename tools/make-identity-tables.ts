/** Creates the identity provider's tables in an empty database; loads the provider on the first call. */
export async function makeIdentityTables(databaseUrl: string): Promise<void> {
  const shop = await import('#server/open-shop.ts')
  await shop.makeIdentityTables(databaseUrl)
}
