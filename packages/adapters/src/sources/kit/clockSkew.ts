/** Devices with a fast clock write times from the near future. Milliseconds. */
const maxClockSkew = 86_400_000

/** Whether a time is further in the future than the clock of a device may be fast. */
export const isInFuture = (at: number, now: number): boolean => at > now + maxClockSkew
