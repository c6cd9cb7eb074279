import { isBuiltIn } from "@daybook/core"
import { Effect, Schema } from "effect"
import { type FetchedRecord, includes } from "../domains/FetchedRecord.js"
import { domainNamed, Home } from "../Home.js"
import { bytesOf, shortened } from "../kit/budget.js"
import { idOf, readId, recordUri } from "../kit/ids.js"
import { optional, recordId, someOf, whole } from "../kit/params.js"
import { textOfAnswer, untrusted, withoutNulls } from "../kit/text.js"
import { fieldsOf, untrustedLine } from "../kit/untrusted.js"
import { everyDomain, readTool } from "../Tool.js"
import { badArgument, forbidden, notFound } from "../ToolError.js"

const noId = (text: string) =>
  badArgument(
    `"${text}" is not the id of a record; ids look like listening/artist/91.`,
    'Call search with a name, such as {"query": "…"}, and use an id of its results.'
  )

/** Characters of a long text in one answer. */
const pieceLength = 24_000

/** A piece of a text that ends with a whole character. */
const pieceOf = (text: string, offset: number): string =>
  text.slice(offset, offset + pieceLength).replace(/[\ud800-\udbff]$/u, "")

const answerOf = (id: string, { facts, foreign = null, title, url }: FetchedRecord, offset: number) => {
  const text = foreign ?? ""
  const piece = pieceOf(text, offset)
  const next = offset + piece.length < text.length ? offset + piece.length : null
  const factsThatFit = shortened(fieldsOf(id, withoutNulls(facts)) as Readonly<Record<string, unknown>>)
  const lines = offset > 0 ? [] : [untrustedLine(id, title), textOfAnswer("", factsThatFit)]
  const body = piece === "" ? [] : [untrusted(id, piece)]
  return {
    id,
    title: untrustedLine(id, title),
    text: [...lines, ...body].join("\n"),
    url: url ?? recordUri(id),
    metadata: {
      ...(bytesOf(factsThatFit) > 2_000 ? {} : simpleFacts(factsThatFit)),
      ...(text === "" ? {} : { text_length: text.length }),
      ...(next === null ? {} : { next_offset: next })
    }
  }
}

/** Facts that are one value: the lists stand in the text. */
const simpleFacts = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => typeof value === "number" || typeof value === "boolean")
  )

const record = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  text: Schema.String,
  url: Schema.String,
  metadata: Schema.Object
})

export const fetchTool = readTool({
  name: "fetch",
  title: "One record",
  description:
    "One record whole by its id: artist, album, song, run, film, show, record, disc, article with its text, event, " +
    "venue or player. " +
    "include adds lists; a long text continues at metadata.next_offset.",
  domains: everyDomain,
  example: { id: "listening/artist/1" },
  input: { id: recordId, include: optional(someOf(includes)), offset: optional(whole(0, 100_000_000)) },
  output: record,
  run: ({ id: text, include = [], offset = 0 }) =>
    Effect.gen(function* () {
      const ref = readId(text)
      const { scope, ...times } = yield* Home
      if (ref === undefined) return yield* noId(text)
      const id = idOf(ref.domain, ref.type, ref.id)
      const domain = domainNamed(scope, ref.domain)
      if (domain === undefined) return yield* isBuiltIn(ref.domain) ? forbidden(ref.domain) : noId(text)
      const read = Object.hasOwn(domain.records, ref.type) ? domain.records[ref.type] : undefined
      if (read === undefined) return yield* noId(text)
      const whole = yield* Effect.catchIf(
        read(ref.id, { ...times, has: (part) => include.includes(part) }),
        ({ status }) => status === 404,
        () => notFound(id)
      )
      return { heading: "", domains: [], exact: true, data: answerOf(id, whole, offset) }
    })
})
