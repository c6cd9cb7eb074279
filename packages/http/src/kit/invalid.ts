import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import { ParseResult } from "effect"

/** Characters of a message about one field. */
const maxLength = 150
/** Characters of a name in a message: names of unknown fields come from the caller. */
const maxNameLength = 60

type Issues = HttpApiDecodeError["issues"]

/** What is wrong with a value, without the value: writing it out may take a second, or exhaust the stack. */
export const issuesOf = ({ issue }: ParseResult.ParseError): Issues =>
  ParseResult.ArrayFormatter.formatIssueSync(withoutValues(issue))

const withoutValues = (issue: ParseResult.ParseIssue): ParseResult.ParseIssue => {
  switch (issue._tag) {
    case "Pointer":
      return new ParseResult.Pointer(issue.path, undefined, withoutValues(issue.issue))
    case "Composite":
      return new ParseResult.Composite(issue.ast, undefined, withoutValuesIn(issue.issues))
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, undefined, issue.kind, withoutValues(issue.issue))
    case "Transformation":
      return new ParseResult.Transformation(issue.ast, undefined, issue.kind, withoutValues(issue.issue))
    case "Type":
      return new ParseResult.Type(issue.ast, undefined, issue.message)
    case "Forbidden":
      return new ParseResult.Forbidden(issue.ast, undefined, issue.message)
    case "Unexpected":
      return new ParseResult.Unexpected(undefined, issue.message)
    case "Missing":
      return issue
  }
}

const withoutValuesIn = (issues: ParseResult.Composite["issues"]): ParseResult.Composite["issues"] =>
  Array.isArray(issues)
    ? (issues.map(withoutValues) as unknown as ParseResult.Composite["issues"])
    : withoutValues(issues as ParseResult.ParseIssue)

/**
 * One line for the first invalid field: its name and what it must be, never its value. A union has one issue for each
 * member.
 */
export const readable = (issues: Issues): string => {
  const absent = new Set(issues.filter(({ _tag }) => _tag === "Missing").map(({ path }) => path.join(".")))
  const wrong = issues.find(({ _tag }) => _tag !== "Missing")
  // For a union, a field missing in one member is not an error if another member was meant.
  if (wrong === undefined && absent.size > 1) return `${Array.from(absent).join(" or ")} is missing`
  const path = (wrong ?? issues[0])?.path.join(".") ?? ""
  const name = nameIn(path)
  if (path === "") return "the body must be a JSON object of the documented form"
  const messages = issues
    .filter((issue) => issue.path.join(".") === path)
    .map(({ message }) => message.split(", actual ")[0]!.replaceAll(/\s+/g, " "))
  const own = messages.find((message) => !message.startsWith("Expected "))
  // A body with many fields would list them all.
  if (own !== undefined && own.length + name.length > maxLength)
    return `${name} is unexpected; see /docs for the fields of this request`
  if (own !== undefined) return `${name} ${own}`
  const kinds = messages
    .map((message) => message.slice("Expected ".length))
    .filter((kind) => kind !== "null" && kind !== "undefined")
  return `${name} must be ${Array.from(new Set(kinds), (kind) => (kind === "string" ? "one text" : kind)).join(" or ")}`
}

const nameIn = (path: string): string => {
  const line = path.slice(0, maxNameLength + 1).replaceAll(/[\s\p{Cc}]+/gu, " ")
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength)}…` : line
}
