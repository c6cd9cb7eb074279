/**
 * World records of men on the flat, track or road, in seconds: no one has run faster. From the lists of World Athletics
 * (worldathletics.org, "World Records", read in 2025). Distances without a record of their own are judged by the pace of
 * the next shorter one.
 */
export const worldRecords = [
  { metres: 100, seconds: 9.58 },
  { metres: 200, seconds: 19.19 },
  { metres: 400, seconds: 43.03 },
  { metres: 800, seconds: 100.91 },
  { metres: 1000, seconds: 131.96 },
  { metres: 1500, seconds: 206 },
  { metres: 1609.344, seconds: 223.13 },
  { metres: 2000, seconds: 283.13 },
  { metres: 3000, seconds: 437.55 },
  { metres: 5000, seconds: 755.36 },
  { metres: 10_000, seconds: 1571 },
  { metres: 21_097.5, seconds: 3402 },
  { metres: 42_195, seconds: 7235 }
] as const

/** Highest speed that was measured of a runner, metres a second: 44.72 km/h within the 100 m of Berlin 2009. */
const fastestSprint = 12.42

/** False for a distance in metres that nobody has covered in so few seconds. Clocks of whole seconds cut off what is less. */
export const isPossible = (metres: number, seconds: number): boolean => {
  const record = worldRecords.findLast((record) => record.metres <= metres)
  return seconds >= Math.floor(record === undefined ? metres / fastestSprint : metres * record.seconds / record.metres)
}
