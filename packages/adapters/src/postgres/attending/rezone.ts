import { tell } from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as Feed from "../FeedStore.js"
import * as ImageWants from "../ImageWants.js"
import * as Search from "../SearchStore.js"
import { locked } from "./locked.js"
import { remerge } from "./remerge.js"

const halls = Publisher.Default.pipe(Layer.provide(Layer.mergeAll(Feed.layer, Search.layer, ImageWants.layer)))

/** Finds events anew in another home zone, which tells the day where the venue's own is not known. */
export const rezoneAttending = (sql: SqlClient.SqlClient) =>
  locked(sql)(Effect.gen(function*() {
    const events = yield* remerge
    yield* tell(yield* events.of(null))
  })).pipe(Effect.provide(halls))
