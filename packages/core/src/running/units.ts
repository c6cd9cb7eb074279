export const metresPerMile = 1609.344
const feetPerMetre = 1 / 0.3048

const rounded = (value: number, decimals: number) => Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`)

/** To so many decimals, half up; small numbers that are written with an exponent are 0. */
export const round = (value: number, decimals: number): number => Math.abs(value) < 1e-6 ? 0 : rounded(value, decimals)

/** Miles of metres, two decimals. */
export const miles = (metres: number): number => round(metres / metresPerMile, 2)

/** Feet of metres, one decimal. */
export const feet = (metres: number): number => round(metres * feetPerMetre, 1)

const two = (value: number) => String(value).padStart(2, "0")

/** `M:SS`, or `H:MM:SS` from an hour on. */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 3600 ? `${Math.floor(whole / 60)}:${two(whole % 60)}` : longDuration(whole)
}

/** `H:MM:SS`, hours counting on past a day. */
export const longDuration = (seconds: number): string => {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Seconds a mile; null without distance or time. */
const secondsPerMile = (metres: number, seconds: number): number | null =>
  metres > 0 && seconds > 0 ? seconds * metresPerMile / metres : null

/** `M:SS/mi`. The seconds are rounded as a whole first, so that there is no `7:60`. */
export const paceText = (secondsAMile: number): string => {
  const whole = Math.round(secondsAMile)
  return `${Math.floor(whole / 60)}:${two(whole % 60)}/mi`
}

export const pace = (metres: number, seconds: number): string | null => {
  const found = secondsPerMile(metres, seconds)
  return found === null ? null : paceText(found)
}

/** Wall-clock time at the place, in the form that the provider gives it: `2026-03-14T07:30:00Z`, although it is local. */
export const localText = (localStart: number): string => `${new Date(localStart).toISOString().slice(0, 19)}Z`
