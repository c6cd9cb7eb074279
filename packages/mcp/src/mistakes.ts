import { Either, ParseResult, Schema } from "effect"
import type { Tool } from "./Tool.js"
import { badArgument, type ToolError } from "./ToolError.js"

type Arguments = Readonly<Record<string, unknown>>

/** Names that callers use for one thing. */
const sameThings: ReadonlyArray<ReadonlyArray<string>> = [
  ["query", "q", "name", "search", "text", "term", "terms", "keyword", "keywords", "words", "title", "artist"],
  ["limit", "count", "n", "max", "size", "top", "top_k", "max_results", "page_size", "per_page"],
  ["when", "date", "dates", "day", "period", "range", "time", "timeframe", "from", "since", "year"],
  ["id", "uri", "record", "record_id", "entity_id", "ids"],
  ["domain", "domains", "area", "topic"],
  ["kind", "type", "category", "by", "entity_type"],
  ["fields", "columns", "select", "include", "expand"],
  ["cursor", "next_cursor", "page", "page_token", "offset"],
  ["sort", "order", "order_by", "sort_by"]
]

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The argument that a name stands for, among those that are still free. */
export const meantBy = (name: string, free: ReadonlyArray<string>): string | undefined => {
  const letters = lettersOf(name)
  const things = sameThings.find((names) => names.some((one) => lettersOf(one) === letters)) ?? []
  return (
    free.find((one) => lettersOf(one) === letters || `${lettersOf(one)}s` === letters) ??
    things.find((one) => free.includes(one)) ??
    free.find((one) => letters.length > 2 && (lettersOf(one).startsWith(letters) || letters.startsWith(lettersOf(one))))
  )
}

const decoderOf = (tool: Tool) => Schema.decodeUnknownEither(tool.input, { onExcessProperty: "error" })

const argumentIn = (error: ParseResult.ParseError): string =>
  String(ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.path[0] ?? "")

/** The call as it was meant: the caller's values under the right names, and the example's where there is none. */
const corrected = (tool: Tool, args: Arguments): Arguments => {
  const names = Object.keys(tool.input.fields)
  const right = new Map(Object.entries(args).filter(([name]) => names.includes(name)))
  for (const [name, value] of Object.entries(args)) {
    if (names.includes(name)) continue
    const meant = meantBy(
      name,
      names.filter((one) => !right.has(one))
    )
    if (meant !== undefined) right.set(meant, value)
  }
  const decode = decoderOf(tool)
  for (let tries = 0; tries <= names.length; tries++) {
    const call = Object.fromEntries(right)
    const decoded = decode(call)
    if (Either.isRight(decoded)) return call
    const wrong = argumentIn(decoded.left)
    const instead = tool.example[wrong]
    if (instead === undefined || right.get(wrong) === instead) right.delete(wrong)
    else right.set(wrong, instead)
  }
  return tool.example
}

/** The first mistake of the arguments, and the call that was meant. */
export const mistakeOf = (tool: Tool, args: Arguments, error: ParseResult.ParseError): ToolError => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const argument = issue?.path.join(".") ?? ""
  const names = Object.keys(tool.input.fields)
  const meant = meantBy(
    argument,
    names.filter((one) => args[one] === undefined)
  )
  const all = names.length === 0 ? "none" : names.join(", ")
  const unknown =
    meant === undefined
      ? `\`${argument}\` is not an argument of ${tool.name}; it takes ${all}`
      : `\`${argument}\` is not an argument of ${tool.name}: \`${meant}\` is meant; it takes ${all}`
  const what =
    issue?._tag === "Unexpected"
      ? unknown
      : issue?._tag === "Missing"
        ? `\`${argument}\` is missing`
        : `\`${argument}\` ${issue?.message ?? "is wrong"}`
  return badArgument(`${what}.`, `Call ${tool.name} with ${JSON.stringify(corrected(tool, args))}.`)
}
