import { Utils } from "effect"

/** A stream of chance. Two dice of the same path roll the same numbers, whatever was rolled elsewhere. */
export interface Dice {
  /** Uniform in [0, 1). */
  readonly roll: () => number
  /** A whole number in [0, below). */
  readonly below: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** A rank in [0, count) whose probability falls as 1 / rank (Zipf with exponent 1). */
  readonly rank: (count: number) => number
  /** Normal with mean 0 and deviation 1 (Box-Muller). */
  readonly normal: () => number
}

/** An unsigned 32 bit number that depends on every part of the path, and changes wholly when one part changes. */
export const hash = (...path: ReadonlyArray<string | number>): number => {
  const text = path.join("/")
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return mixed(state)
}

/** The same for two numbers, where a text would be too slow: once for each play. */
export const hashPair = (a: number, b: number): number => mixed(Math.imul(mixed(a | 0), 0x9e3779b1) ^ (b | 0))

export const dice = (...path: ReadonlyArray<string | number>): Dice => {
  const generator = new Utils.PCGRandom(hash("high", ...path), hash("low", ...path))
  const roll = () => generator.number()
  const below = (limit: number) => Math.floor(roll() * limit)
  return {
    roll,
    below,
    chance: (probability) => roll() < probability,
    pick: (from) => from[below(from.length)]!,
    rank: (count) => Math.min(count - 1, Math.floor(Math.exp(roll() * Math.log(count + 1))) - 1),
    normal: () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())
  }
}

/** A UUID of version 4 shape that depends on the path alone. */
export const uuid = (...path: ReadonlyArray<string | number>): string => {
  const hex = [0, 1, 2, 3]
    .map((part) =>
      hash(part, ...path)
        .toString(16)
        .padStart(8, "0")
    )
    .join("")
  const variant = "89ab"[hash("variant", ...path) % 4]!
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Spreads a change in any bit over all bits (the finishing step of MurmurHash3). */
const mixed = (value: number): number => {
  let state = value
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** A value that is made when it is first asked for. */
export const once = <A>(make: () => A): (() => A) => {
  let memo: A | undefined
  return () => (memo ??= make())
}

/** Values by index, each made once. */
export const memo = <A>(make: (index: number) => A) => {
  const memo: Array<A | undefined> = []
  return (index: number): A => (memo[index] ??= make(index))
}
