import { randomBytes } from "node:crypto"

const large = 10 * 1_048_576

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

/** JSON values that are too long, too deep, too many, of another type, or out of range. */
const values: ReadonlyArray<() => string> = [
  () => `"${randomBytes((large * 3) / 4).toString("base64")}"`,
  () => `"${randomBytes(6_000).toString("base64")}"`,
  () => `"${"9".repeat(5_000)}"`,
  () => `"tt${"7".repeat(5_000)}"`,
  () => nested(large / 2),
  () => `[${"0,".repeat(large / 2)}0]`,
  () => '{"toString":1,"valueOf":1,"__proto__":{"polluted":true}}',
  () => "1e999",
  () => "-1e999",
  () => "1e20",
  () => "9007199254740993",
  () => "3000000000",
  () => "-1",
  () => "0.5",
  () => '"\\u0000\\ud800\\u202e"',
  () => '"<img src=x onerror=alert(1)>"',
  () => '"-infinity"',
  () => '"9999999-12-31T00:00:00Z"',
  () => "null",
  () => "true",
  () => "{}",
  () => "[]"
]

/** The number of kinds of hostile values. */
export const kinds = values.length

const mark = "@hostile@"

/** A setter for every member of every row. Members outside of lists are the envelope and stay intact. */
const memberSetters = (value: unknown, inList: boolean, setters: Array<() => void>): Array<() => void> => {
  if (value === null || typeof value !== "object") return setters
  const holder = value as Record<string, unknown>
  for (const name of Object.keys(holder)) {
    if (inList && !Array.isArray(value)) setters.push(() => (holder[name] = mark))
    memberSetters(holder[name], inList || Array.isArray(value), setters)
  }
  return setters
}

/** Replaces one member of one row of each answer by a hostile value. `roll` returns 0 to 1. */
export const hostileMember =
  (roll: () => number, kind: () => number) =>
  (body: string): string => {
    const answer = JSON.parse(body) as unknown
    const places = memberSetters(answer, false, [])
    if (places.length === 0) return body
    places[Math.floor(roll() * places.length)]!()
    return JSON.stringify(answer).replace(`"${mark}"`, () => values[kind() % kinds]!())
  }
