import type { AdminFailure } from "./key.js"

const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })

/** "20:15:04" in the reader's time zone. */
export const clockTime = (instant: number): string => timeFormat.format(instant)

/** What a failed request means, and for a reached limit the time when requests are taken again. */
export const failureText = ({ message, retryAfter, status }: AdminFailure, now: number): string =>
  status === 429 && retryAfter !== null
    ? `Too many requests: the limit of this key is reached. The host takes requests again at ${clockTime(now + retryAfter * 1_000)}, in ${retryAfter} s.`
    : message
