import { isRouteErrorResponse } from 'react-router'

/**
 * Offline fallback for a screen's `clientLoader`: without a connection the screen opens with `fallback` data. Refusals
 * of the server, such as an unknown category, are thrown.
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
