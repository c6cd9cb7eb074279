import { ChangeFeed, ChangePage, recordTypes } from "@daybook/core/changes"
import { DeclaredDomains, domainNames } from "@daybook/core/domain"
import { BadInput } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect } from "effect"
import { Authentication } from "../kit/authentication.js"
import { Waits, get } from "../kit/endpoints.js"
import { HistoryGone } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { integer, limit, listed, query, text } from "../kit/params.js"

const maxWait = 30

const since = text(
  "`cursor` of an earlier answer; `0` or absent: from the beginning; `now`: only the cursor of this moment"
)
const domain = text("Only these domains, separated by commas")

const Query = query(
  {
    since,
    domain,
    type: text(`Only these kinds of records, separated by commas: ${recordTypes.join(", ")}, or declared ones`),
    limit: limit(1_000),
    wait: integer({ minimum: 0, maximum: maxWait }, "Seconds to wait for a change if there is none yet")
  },
  { limit: 200, wait: 0 }
)

/** The log of changes. */
export class ChangesApi extends HttpApiGroup.make("changes")
  .add(
    get("list", "/changes", "Changes of records")
      .setUrlParams(Query.params)
      .addSuccess(ChangePage)
      .addError(HistoryGone)
      .annotate(Waits, true)
      .annotate(
        Description,
        "What changed since a cursor, oldest first: one entry per record, its newest change. From the beginning, this " +
          "lists every record. A record that changes while you read may come again; it comes at least once after its " +
          "last change. Listening is listed by day. Read a record at its `href`: 404 means that it was deleted " +
          "meanwhile, and its deletion follows. 410 means that the history does not reach back to the cursor: begin " +
          "again with `since=0` and drop what the new listing lacks. Deletions stay for 90 days unless the host sets " +
          "another time."
      )
  )
  .annotate(Description, "What changed, in order: for copies that stay up to date.")
  .middleware(Authentication) {}

/** The names in a comma-separated list; null if it is absent. */
export const acceptNames = (
  parameter: string,
  names: string | undefined,
  all: Effect.Effect<ReadonlyArray<string>>
): Effect.Effect<ReadonlyArray<string> | null, BadInput> =>
  names === undefined
    ? Effect.succeed(null)
    : Effect.flatMap(all, (knownNames) => {
        const askedNames = names.split(",").map((name) => name.trim())
        return askedNames.every((name) => knownNames.includes(name))
          ? Effect.succeed(Array.from(new Set(askedNames)))
          : new BadInput({ message: `${parameter} must be names of ${listed(knownNames)}, separated by commas` })
      })

const typeNames = Effect.map(DeclaredDomains, (declared) => [
  ...recordTypes,
  ...declared.flatMap(({ records }) => Object.keys(records))
])

export const changes = handlersFor(ChangesApi)([ChangeFeed], (feed) => ({
  list: Query.handle(({ domain, limit, since, type, wait }) =>
    Effect.gen(function* () {
      const domains = yield* acceptNames("domain", domain, domainNames)
      const types = yield* acceptNames("type", type, typeNames)
      return yield* feed.page({ since, domains, types, limit, wait })
    })
  )
}))
