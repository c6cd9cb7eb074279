/**
 * Whether cutting both ends of courses hides the home that they begin at: 300 simulated loops, cut far outside of a
 * secret square around it, and three estimates of the home from what is left. Decision 0074 names the figures.
 */

/** Numbers from 0 to 1, the same in each run (mulberry32). */
const randomOf = (/** @type {number} */ seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomOf(20_261_129)
const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * random()

/** @typedef {readonly [x: number, y: number]} Point Metres from the home. */

const stepM = 20

/** @returns {Array<Point>} A wavy ellipse of this length that begins and ends at the home, in any direction. */
const loopOf = (/** @type {number} */ lengthM) => {
  const flatness = between(0.4, 1)
  const perimeterOfOne = Math.PI * (3 * (1 + flatness) - Math.sqrt((3 + flatness) * (1 + 3 * flatness)))
  const radius = lengthM / perimeterOfOne
  const direction = between(0, 2 * Math.PI)
  const waves = [2, 3, 4].map((count) => ({ count, height: between(-0.15, 0.15) * radius }))
  const points = Math.round(lengthM / stepM)
  return Array.from({ length: points + 1 }, (_, index) => {
    const turn = (2 * Math.PI * index) / points
    const wave = waves.reduce((sum, { count, height }) => sum + height * Math.sin(count * turn), 0) * Math.sin(turn / 2)
    const x = radius * (1 - Math.cos(turn)) + wave
    const y = radius * flatness * Math.sin(turn) + wave
    return [x * Math.cos(direction) - y * Math.sin(direction), x * Math.sin(direction) + y * Math.cos(direction)]
  })
}

/** A square of six radii. The home lies anywhere in it, a radius or more from its border. */
const squareOf = (/** @type {number} */ radiusM) => {
  const angle = between(0, Math.PI / 2)
  const [left, below] = [between(-2, 2) * radiusM, between(-2, 2) * radiusM]
  return (/** @type {Point} */ [x, y]) => {
    const [right, up] = [x - left, y - below]
    const along = right * Math.cos(angle) + up * Math.sin(angle)
    const across = up * Math.cos(angle) - right * Math.sin(angle)
    return Math.max(Math.abs(along), Math.abs(across)) < 3 * radiusM
  }
}

/** What is left when both ends are cut at the border, and 300 to 1,500 m more along the course. */
const cut = (/** @type {Array<Point>} */ course, /** @type {(point: Point) => boolean} */ isSecret) => {
  const extra = () => Math.round(between(300, 1500) / stepM)
  const first = course.findIndex((point) => !isSecret(point))
  const last = course.findLastIndex((point) => !isSecret(point))
  return first === -1 ? [] : course.slice(first + extra(), Math.max(0, last - extra()))
}

/** @returns {Point} */
const meanOf = (/** @type {Array<Point>} */ points) => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length
]

/** @type {Record<string, (courses: Array<Array<Point>>) => Point>} */
const estimates = {
  "mean of the ends": (courses) => meanOf(courses.flatMap((course) => [course[0], course[course.length - 1]])),
  "mean of the middles": (courses) => meanOf(courses.map(meanOf)),
  "mean of all points": (courses) => meanOf(courses.flat())
}

const medianOf = (/** @type {Array<number>} */ numbers) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1]

const homes = 25
for (const radiusM of [200, 400, 800]) {
  const lives = Array.from({ length: homes }, () => {
    const isSecret = squareOf(radiusM)
    const courses = Array.from({ length: 300 }, () => cut(loopOf(between(4000, 16_000)), isSecret))
    return courses.filter(({ length }) => length > 1)
  })
  const errors = Object.entries(estimates).map(([name, estimate]) => {
    const metres = medianOf(lives.map((courses) => Math.hypot(...estimate(courses))))
    return `${name} ${Math.round(metres)} m`
  })
  const left = medianOf(lives.map(({ length }) => length))
  console.log(`${radiusM} m (${left} of 300 courses left): ${errors.join(", ")}`)
}
