import { isRouteErrorResponse } from 'react-router'

/**
 * For a screen's `clientLoader`: where the server can't be reached, the screen opens without what it would have sent
 * and says so in its own words. What the server refuses, such as an unknown category, stays refused.
 */
export async function withOfflineFallback<Data, Fallback>(
  askServer: () => Promise<Data>,
  fallback: Fallback,
): Promise<Data | Fallback> {
  try {
    return await askServer()
  } catch (error) {
    if (isRouteErrorResponse(error)) throw error
    return fallback
  }
}
