/** Longer texts than these nobody wrote, characters. */
const longest = 1_000_000
/** Nothing of ours lies deeper; what walks a value by itself, as `String` does, must come to its end. */
const deepest = 64
/** Members that would answer in an object's stead when it is asked for a text or number. */
const answering = ["__proto__", "toString", "valueOf"]

/** An object or array, by its members' names or places. */
type Holder = Record<string | number, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null

/** Too large a number is none, nor is what lies too deep; a text that is too long keeps its beginning. */
const tameOne = (value: unknown, depth: number): unknown => {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null
  if (typeof value === "string") return value.length <= longest ? value : value.slice(0, longest).replace(/[\ud800-\udbff]$/u, "")
  return depth < deepest || !isHolder(value) ? value : null
}

/** Takes out of a value, which JSON gave, what no record can hold and no code counts on. Changes it in place. */
export const tamed = (given: unknown): unknown => {
  const open: Array<Holder> = []
  const depths: Array<number> = []
  const tameIn = (holder: Holder, name: string | number, depth: number) => {
    const value = holder[name]
    const tame = tameOne(value, depth)
    if (tame !== value) holder[name] = tame
    if (isHolder(tame)) {
      open.push(tame)
      depths.push(depth)
    }
  }
  const top: Holder = { given }
  tameIn(top, "given", 0)
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const depth = depths.pop()! + 1
    if (Array.isArray(holder)) {
      for (let index = 0; index < holder.length; index++) tameIn(holder, index, depth)
      continue
    }
    for (const name of answering) if (Object.hasOwn(holder, name)) Reflect.deleteProperty(holder, name)
    for (const name in holder) tameIn(holder, name, depth)
  }
  return top["given"]
}
