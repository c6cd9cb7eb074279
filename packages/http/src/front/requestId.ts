import { Token } from "@daybook/core/keys"
import { randomBytes } from "node:crypto"

const given = /^[\w.-]{1,64}$/

/** A caller may take its key for a name; keys stand in no log. */
const isName = (text: string) => given.test(text) && !Token.isWellFormed(text)

/** Names requests in logs and answers: as the caller named it, or else by a run of this process and a count. */
export const requestIds = (): (asked: string | ReadonlyArray<string> | undefined) => string => {
  const run = randomBytes(6).toString("hex")
  let count = 0
  return (asked) => typeof asked === "string" && isName(asked) ? asked : `${run}-${(++count).toString(36)}`
}
