import { Effect } from "effect"
import { BadInput } from "../shared/errors.js"

/** Headers that the sender sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])

/** Fails for a header that a request cannot have. */
export const validHeader = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const isValid =
    /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) &&
    /^[\x21-\x7e]([\x20-\x7e]{0,3998}[\x21-\x7e])?$/.test(value) &&
    !ownHeaders.has(name.toLowerCase())
  return isValid
    ? Effect.void
    : new BadInput({
        message: "header must have the name and the printable ASCII value of a header such as authorization"
      })
}
