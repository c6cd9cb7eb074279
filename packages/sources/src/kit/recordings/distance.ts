type Place = readonly [latitude: number, longitude: number]

const earth = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places on a sphere (haversine). */
export const metresBetween = ([latA, lonA]: Place, [latB, lonB]: Place): number => {
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)))
}
