export const metresPerMile = 1609.344
export const metresPerFoot = 0.3048
const feetPerMetre = 1 / metresPerFoot

/** Exact in decimals: 1.005 times 100 is less than 100.5 in binary. */
const roundedText = (value: number, decimals: number) =>
  Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`)

/** Products up to this size are exact to a ten thousandth. */
const maxExact = 2 ** 39

/** Rounds half up to a number of decimals. Values below 1e-6, which are written with an exponent, become 0. */
export const round = (value: number, decimals: number): number => {
  if (Math.abs(value) < 1e-6) return 0
  const scale = 10 ** decimals
  const scaled = value * scale
  const whole = Math.round(scaled)
  // Only near a half can the product be on the wrong side. Texts take twenty times as long.
  const isNearHalf = Math.abs(Math.abs(scaled - whole) - 0.5) < 1e-4
  return isNearHalf || Math.abs(scaled) > maxExact ? roundedText(value, decimals) : whole / scale + 0
}

/** Metres in miles, two decimals. */
export const miles = (metres: number): number => round(metres / metresPerMile, 2)

/** Metres in feet, one decimal. */
export const feet = (metres: number): number => round(metres * feetPerMetre, 1)
