import type { HttpServerResponse } from "@effect/platform"
import * as Response from "@effect/platform/HttpServerResponse"

/** Calls allowed in a quarter of an hour and in a day: of all calls, and of those that only read. */
export interface Allowance {
  readonly overall: readonly [number, number]
  readonly read: readonly [number, number]
}

/** What Strava gives a new application. */
export const standardAllowance: Allowance = { overall: [200, 2_000], read: [100, 1_000] }
/** More than a demo can use: nobody wants to wait days for a made-up life. */
const plenty: Allowance = { overall: [100_000, 1_000_000], read: [100_000, 1_000_000] }

const quarter = 900
const day = 86_400

/**
 * Counts calls as Strava does: windows begin on the quarter of an hour and at midnight UTC, refused calls count, too.
 */
export const makeLimits = () => {
  let allowance = plenty
  let used = { quarter: 0, day: 0, inQuarter: -1, inDay: -1 }
  return {
    set: (next: Allowance) => {
      allowance = next
      used = { ...used, quarter: 0, day: 0 }
    },
    /** Counts one call; answers whether it is within the limits, and the headers that say so. */
    count: (now: number) => {
      const [inQuarter, inDay] = [Math.floor(now / quarter), Math.floor(now / day)]
      used = {
        inQuarter,
        inDay,
        quarter: (inQuarter === used.inQuarter ? used.quarter : 0) + 1,
        day: (inDay === used.inDay ? used.day : 0) + 1
      }
      const usage = `${used.quarter},${used.day}`
      return {
        isAllowed:
          used.quarter <= Math.min(allowance.read[0], allowance.overall[0]) &&
          used.day <= Math.min(allowance.read[1], allowance.overall[1]),
        stamp: (response: HttpServerResponse.HttpServerResponse) =>
          Response.setHeaders(response, {
            "X-RateLimit-Limit": allowance.overall.join(","),
            "X-RateLimit-Usage": usage,
            "X-ReadRateLimit-Limit": allowance.read.join(","),
            "X-ReadRateLimit-Usage": usage
          })
      }
    },
    usage: () => ({ quarter: used.quarter, day: used.day })
  }
}
