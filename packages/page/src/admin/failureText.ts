import { timeOfDay } from "../text/dates.js"
import type { AdminFailure } from "./key.js"

/** What a failed request means, and for a reached limit the time when requests are taken again. */
export const failureText = ({ message, retryAfter, status }: AdminFailure, now: number): string =>
  status === 429 && retryAfter !== null
    ? `Too many requests: the limit of this key is reached. The host takes requests again at ${timeOfDay(now + retryAfter * 1_000)}, in ${retryAfter} s.`
    : message
