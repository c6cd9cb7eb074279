import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"

/** Characters of a message about one field. */
const longest = 150

/**
 * One line for the first invalid field: its name and what it must be, never its value. A union has one issue for each
 * member.
 */
export const readable = (issues: HttpApiDecodeError["issues"]): string => {
  const absent = new Set(issues.filter(({ _tag }) => _tag === "Missing").map(({ path }) => path.join(".")))
  const wrong = issues.find(({ _tag }) => _tag !== "Missing")
  // For a union, a field missing in one member is not an error if another member was meant.
  if (wrong === undefined && absent.size > 1) return `${Array.from(absent).join(" or ")} is missing`
  const name = (wrong ?? issues[0])?.path.join(".") ?? ""
  if (name === "") return "the body must be a JSON object of the documented form"
  const messages = issues
    .filter(({ path }) => path.join(".") === name)
    .map(({ message }) => message.split(", actual ")[0]!.replaceAll(/\s+/g, " "))
  const own = messages.find((message) => !message.startsWith("Expected "))
  // A body with many fields would list them all.
  if (own !== undefined && own.length > longest)
    return `${name} is unexpected; see /docs for the fields of this request`
  if (own !== undefined) return `${name} ${own}`
  const kinds = messages
    .map((message) => message.slice("Expected ".length))
    .filter((kind) => kind !== "null" && kind !== "undefined")
  return `${name} must be ${Array.from(new Set(kinds), (kind) => (kind === "string" ? "one text" : kind)).join(" or ")}`
}
