/** Devices with a fast clock write times from the near future. Milliseconds. */
const maxClockSkew = 86_400_000

/** A host without a battery for its clock starts in 1970. Until the clock is set, nothing is in the future. */
const earliestNow = Date.UTC(2020, 0, 1)

/** Whether a time is further in the future than the clock of a device may be fast. */
export const isInFuture = (at: number, now: number): boolean => now >= earliestNow && at > now + maxClockSkew
