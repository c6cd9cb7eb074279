import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Host } from "./host.js"

/** What every part of the page shares: whom to ask, and how often everything that failed is to be asked again. */
export interface Session {
  readonly host: Host
  readonly round: number
  readonly retry: () => void
}

const nobody: Session = { host: { ask: () => Promise.resolve({ _tag: "Away" }) }, round: 0, retry: () => {} }

export const SessionContext = createContext<Session>(nobody)

export const useSession = () => useContext(SessionContext)
