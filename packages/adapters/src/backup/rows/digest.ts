import { hash } from "node:crypto"

/** What a table's rows come to: how many, and a number that is the same for the same rows in any order. */
export interface Digest {
  readonly rows: number
  readonly sum: string
}

export interface DigestOf {
  readonly add: (lines: ReadonlyArray<string>) => void
  readonly digest: () => Digest
}

const modulus = 1n << 256n

/** The sum of the SHA-256 of all rows, so that a database may give them in whatever order is cheapest for it. */
export const digestOf = (): DigestOf => {
  let rows = 0
  let sum = 0n
  return {
    add: (lines) => {
      rows += lines.length
      for (const line of lines) sum += BigInt(`0x${hash("sha256", line, "hex")}`)
      sum %= modulus
    },
    digest: () => ({ rows, sum: sum.toString(16).padStart(64, "0") })
  }
}
