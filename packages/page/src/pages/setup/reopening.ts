import { AdminFailure, adminRequest } from "../../admin/key.js"
import type { Home } from "./model.js"

/** The host answers again within seconds; with much data it computes the changed days first. */
const maxWaitMs = 600_000

/** The status of a host that opens its data. */
const opening = 503

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Waits until the host has opened its data again, and calls back with the seconds since then and what the host says
 * that it does: it answers 503 meanwhile. For a moment the host still answers as before.
 */
export const reopened = async (
  before: Home,
  onWait?: (seconds: number, work: string | null) => void
): Promise<Home> => {
  const begun = Date.now()
  let failure = new Error("The host has not opened its data again. Its log says why: see Health, or daybook doctor.")
  let work: string | null = null
  while (Date.now() < begun + maxWaitMs) {
    await sleep(500)
    onWait?.(Math.round((Date.now() - begun) / 1_000), work)
    try {
      const home = await adminRequest<Home>("GET", "/v1/admin/home")
      if (home.opened_at !== before.opened_at) return home
    } catch (error) {
      // The host may be away for a moment.
      if (error instanceof Error) failure = error
      if (error instanceof AdminFailure && error.status === opening) work = error.message
    }
  }
  throw failure
}
