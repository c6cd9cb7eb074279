import { useEffect, useState } from "preact/hooks"
import { adminKey, isRefused, onAdminKey } from "./key.js"

export interface Admin {
  /** The admin key of this tab; null until a person enters it. */
  readonly key: string | null
  /** Whether the host refused the last one. */
  readonly isRefused: boolean
}

const currentAdmin = (): Admin => ({ key: adminKey(), isRefused: isRefused() })

/** The admin key of this tab; follows its changes. */
export const useAdmin = (): Admin => {
  const [admin, setAdmin] = useState(currentAdmin)
  useEffect(() => {
    const update = () => setAdmin(currentAdmin())
    update()
    return onAdminKey(update)
  }, [])
  return admin
}
