import { domains } from "@daybook/core"
import { Search, SearchPage } from "@daybook/core/search"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { limit, oneOf, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

const made = madeOf(...domains)

const Query = query({
  domain: oneOf(domains, "Only hits of this domain"),
  mode: oneOf(["keyword", "semantic", "hybrid"], "By words, by meaning, or by both; meaning is known of reading only"),
  limit: limit(100),
  page
}, { mode: "keyword", limit: 20, page: 1 })

const params = Schema.Struct({
  q: text("What to look for: every word must be there, each as the beginning of a word"),
  ...Query.params.fields
})

/** Search over all domains (contract §9). */
export class SearchApi extends HttpApiGroup.make("search")
  .add(HttpApiEndpoint.get("search", "/search").setUrlParams(params).addSuccess(SearchPage)
    .annotateContext(made("short")).annotate(Description, "What was looked for, in every domain, best hits first."))
  .annotate(Description, "Search over all domains, by words or by meaning.")
  .middleware(Authentication)
{}

export const search = room(SearchApi)(Effect.map(Search, (search) => ({
  search: ({ urlParams }) => search.search({ q: urlParams.q, ...Query.filled(urlParams) })
})))
