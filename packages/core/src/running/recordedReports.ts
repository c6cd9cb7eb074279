import type { RecordedReport } from "./model.js"
import { refOf } from "../workouts/index.js"
import { sightingOf } from "./sightings.js"

/**
 * The public id of a run from its key in a source: below 0, and apart from ids of single recordings. It is the same in
 * every installation and for every order of imports.
 */
export const recordedId = (source: string, key: string): number =>
  -(firstRecordedId + (hash53(refOf(source, key)) % (Number.MAX_SAFE_INTEGER - firstRecordedId)))

/** Recordings have the negative second of their start as their id. */
const firstRecordedId = 2 ** 34

/** A hash of 53 bits: two multiplicative hashes of 32 bits, mixed at the end. */
const hash53 = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  const mix = (one: number, other: number) =>
    Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  const [first, second] = [mix(high, low), mix(low, high)]
  return 2 ** 32 * (2_097_151 & second) + (first >>> 0)
}

/**
 * Which of two reports with one key counts: the one with more data, which half of an export may lack, else the newer
 * file's. Of equal ones the same in any order.
 */
export const newerReport = <R extends RecordedReport>(one: R, other: R): R => {
  const richer = sightingOf(one).richness - sightingOf(other).richness
  if (richer !== 0) return richer > 0 ? one : other
  const [left, right] = [one.asOf ?? -Infinity, other.asOf ?? -Infinity]
  if (left !== right) return left > right ? one : other
  return sortedJson(one) >= sortedJson(other) ? one : other
}

/** JSON with sorted members: the database does not keep their order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
