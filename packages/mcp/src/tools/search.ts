import { domains, isBuiltIn } from "@daybook/core"
import { Effect, Schema } from "effect"
import { ask } from "../Ask.js"
import { Home, isInScope, namesOf } from "../Home.js"
import { recordUri } from "../kit/ids.js"
import { domainName, oneOf, optional, text, whole } from "../kit/params.js"
import { oneLine, untrustedLine } from "../kit/untrusted.js"
import { everyDomain, readTool } from "../Tool.js"
import { badArgument } from "../ToolError.js"

const modes = ["hybrid", "keyword", "semantic"] as const
const defaultHits = 10
const maxHits = 100

/** The shape that research assistants ask for: nothing else may be in it. */
const results = Schema.Struct({
  results: Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String, url: Schema.String }))
})

interface Query {
  readonly query: string
  readonly domain: string | undefined
  readonly limit: number
}

const hitsBy = (mode: (typeof modes)[number], { domain, limit, query }: Query) =>
  Effect.map(ask("search.search", { q: query, domain, mode, limit }), ({ data }) => data)

type Hit = Effect.Effect.Success<ReturnType<typeof hitsBy>>[number]

const idOfHit = ({ domain, entity_id, entity_type }: Hit) => `${domain}/${entity_type}/${entity_id}`

/**
 * Hits by words in all domains, and by meaning where records have one: built-in domains only articles. By words alone
 * where a host has no model, or the domain no records with a meaning.
 */
const byBoth = (query: Query) =>
  query.domain !== undefined && query.domain !== "reading" && isBuiltIn(query.domain)
    ? hitsBy("keyword", query)
    : Effect.catchIf(
        hitsBy("hybrid", query),
        ({ status }) => status === 400,
        () => hitsBy("keyword", query)
      )

export const search = readTool({
  name: "search",
  title: "Search",
  description:
    "Finds records of all domains by words and by meaning: artists, albums, songs, films, shows, runs, records, discs, " +
    "articles, highlights, events, players. Gives ids for fetch. Use first when a name or topic is given: when did I first hear them, how far am I in that show.",
  domains: everyDomain,
  example: { query: "tide clocks" },
  input: {
    query: optional(text("Words; also called q")),
    q: optional(text()),
    domain: optional(domainName),
    mode: optional(oneOf(modes)),
    limit: optional(whole(1, maxHits, { default: defaultHits }))
  },
  output: results,
  run: ({ domain, limit = defaultHits, mode = "hybrid", q, query = q }) =>
    Effect.gen(function* () {
      if (query === undefined)
        return yield* badArgument("`query` is missing.", `Call search with ${JSON.stringify({ query: "…", domain })}.`)
      const { scope } = yield* Home
      const names = namesOf(scope)
      // Hits of domains that the connection may not name are dropped, so more are asked for.
      const isNarrow = domain === undefined && names.filter(isBuiltIn).length < domains.length
      const only = names.length === 1 ? names[0] : undefined
      const search = { query, domain: domain ?? only, limit: isNarrow ? maxHits : limit }
      const hits = yield* mode === "hybrid" ? byBoth(search) : hitsBy(mode, search)
      const results = hits
        .filter((hit) => isInScope(scope, hit.domain))
        .slice(0, limit)
        .map((hit) => ({
          id: idOfHit(hit),
          title: untrustedLine(idOfHit(hit), hit.title),
          url: oneLine(hit.url ?? recordUri(idOfHit(hit)))
        }))
      return { heading: "", domains: [], exact: true, data: { results } }
    })
})
