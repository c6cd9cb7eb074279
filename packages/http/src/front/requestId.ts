import { randomBytes } from "node:crypto"

const given = /^[\w.-]{1,64}$/

/** Names requests in logs and answers: as the caller named it, or else by a run of this process and a count. */
export const requestIds = (): (asked: string | ReadonlyArray<string> | undefined) => string => {
  const run = randomBytes(6).toString("hex")
  let count = 0
  return (asked) => typeof asked === "string" && given.test(asked) ? asked : `${run}-${(++count).toString(36)}`
}
