import { randomBytes } from "node:crypto"

const large = 10 * 1_048_576

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

/** Values as they stand in JSON: too long, too deep, too many, of another kind, and numbers that no column takes. */
const values: ReadonlyArray<() => string> = [
  () => `"${randomBytes(large * 3 / 4).toString("base64")}"`,
  () => `"${randomBytes(6_000).toString("base64")}"`,
  () => `"${"9".repeat(5_000)}"`,
  () => `"tt${"7".repeat(5_000)}"`,
  () => nested(large / 2),
  () => `[${"0,".repeat(large / 2)}0]`,
  () => "{\"toString\":1,\"valueOf\":1,\"__proto__\":{\"polluted\":true}}",
  () => "1e999",
  () => "-1e999",
  () => "1e20",
  () => "9007199254740993",
  () => "3000000000",
  () => "-1",
  () => "0.5",
  () => "\"\\u0000\\ud800\\u202e\"",
  () => "\"<img src=x onerror=alert(1)>\"",
  () => "\"-infinity\"",
  () => "\"9999999-12-31T00:00:00Z\"",
  () => "null",
  () => "true",
  () => "{}",
  () => "[]"
]

/** How many of the kinds there are, for who goes through them. */
export const kinds = values.length

const mark = "@hostile@"

/** Every member of a row: what stands in no list is the envelope, which says how the answer is to be read. */
const placesIn = (value: unknown, inList: boolean, found: Array<() => void>): Array<() => void> => {
  if (value === null || typeof value !== "object") return found
  const holder = value as Record<string, unknown>
  for (const name of Object.keys(holder)) {
    if (inList && !Array.isArray(value)) found.push(() => (holder[name] = mark))
    placesIn(holder[name], inList || Array.isArray(value), found)
  }
  return found
}

/** Puts a hostile value in the place of one member of one row of each answer. `roll` gives 0 to 1. */
export const hostileMember = (roll: () => number, kind: () => number) => (body: string): string => {
  const given = JSON.parse(body) as unknown
  const places = placesIn(given, false, [])
  if (places.length === 0) return body
  places[Math.floor(roll() * places.length)]!()
  return JSON.stringify(given).replace(`"${mark}"`, () => values[kind() % kinds]!())
}
