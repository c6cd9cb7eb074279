import { createHash } from "node:crypto"

/** A short id of some texts. */
export const digestOf = (...texts: ReadonlyArray<string | number>): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22)
