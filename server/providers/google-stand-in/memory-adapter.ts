import type { Adapter, AdapterPayload } from 'oidc-provider'

/** In-memory storage of sessions and codes. (The library's own prints a warning at each start.) */
export function memoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; until: number }>()

  return (model) => {
    const key = (id: string) => `${model}:${id}`
    const find = async (id: string) => {
      const entry = entries.get(key(id))
      return entry && entry.until > Date.now() ? entry.payload : undefined
    }
    const findBy = async (field: 'uid' | 'userCode', value: string) => {
      for (const [name, { payload, until }] of entries)
        if (name.startsWith(`${model}:`) && payload[field] === value && until > Date.now()) return payload
      return undefined
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        for (const [name, { until }] of entries) if (until <= Date.now()) entries.delete(name)
        entries.set(key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
      },
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of entries)
          if (name.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(name)
      },
    }
  }
}
