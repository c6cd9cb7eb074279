import { activities } from "@daybook/core/activities"
import { Attending, PlayerStatsFinder } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { DeclaredDomains, DeclaredQueries } from "@daybook/core/domain"
import { Feed } from "@daybook/core/feed"
import { games } from "@daybook/core/games"
import { Pictures } from "@daybook/core/images"
import { Listening } from "@daybook/core/listening"
import { places } from "@daybook/core/places"
import { Reading } from "@daybook/core/reading"
import { NamedPlaces, Running } from "@daybook/core/running"
import { Similarity } from "@daybook/core/search"
import { listeningSpoken } from "@daybook/core/spoken"
import { Watching } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import * as AttendingRecords from "../../src/postgres/attending/AttendingRecords.js"
import * as AttendingStore from "../../src/postgres/attending/AttendingStore.js"
import * as CollectingRecords from "../../src/postgres/collecting/CollectingRecords.js"
import * as CollectingStore from "../../src/postgres/collecting/CollectingStore.js"
import { applyDeclarations } from "../../src/postgres/declared/apply.js"
import * as DeclaredRecords from "../../src/postgres/declared/DeclaredRecords.js"
import * as DeclaredStore from "../../src/postgres/declared/DeclaredStore.js"
import { rezone, sharedServices } from "../../src/postgres/home.js"
import * as ListeningRecords from "../../src/postgres/listening/ListeningRecords.js"
import * as ListeningStore from "../../src/postgres/listening/ListeningStore.js"
import * as ReadingRecords from "../../src/postgres/reading/ReadingRecords.js"
import * as ReadingStore from "../../src/postgres/reading/ReadingStore.js"
import * as RunningRecords from "../../src/postgres/running/RunningRecords.js"
import * as RunningStore from "../../src/postgres/running/RunningStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import * as WatchingRecords from "../../src/postgres/watching/WatchingRecords.js"
import * as WatchingStore from "../../src/postgres/watching/WatchingStore.js"
import { noRules } from "../support/noRules.js"
import { home } from "../support/stores.js"

const optional = [activities, listeningSpoken, games, places]

const queries = Layer.mergeAll(
  ...([Listening.Default, Running.Default, Watching.Default, Collecting.Default, Reading.Default] as const),
  ...([Attending.Default, DeclaredQueries.Default, Feed.Default] as const)
).pipe(
  Layer.provide([
    Layer.mock(Pictures, { image: () => null }),
    Layer.mock(NamedPlaces, {}),
    Layer.mock(PlayerStatsFinder, {}),
    Layer.succeed(
      Similarity,
      Similarity.make({ near: () => Effect.die("not asked"), related: () => Effect.die("not asked") })
    )
  ])
)

const stores = Layer.mergeAll(
  ...([ListeningRecords.layer, ListeningStore.layer, RunningRecords.layer, RunningStore.layer] as const),
  ...([WatchingRecords.layer, WatchingStore.layer, CollectingRecords.layer, CollectingStore.layer] as const),
  ...([ReadingRecords.layer, ReadingStore.layer, AttendingRecords.layer, AttendingStore.layer] as const),
  DeclaredStore.layer
)

/** Everything that writes and answers records of all domains, after the data was moved to a home. */
export const livingAt = (text: string) =>
  queries.pipe(
    Layer.provideMerge(stores),
    Layer.provideMerge(Layer.effectDiscard(rezone)),
    Layer.provideMerge(Layer.effectDiscard(applyDeclarations)),
    Layer.provideMerge(DeclaredRecords.layer),
    Layer.provideMerge(sharedServices),
    Layer.provideMerge(Layer.mergeAll(Transaction.layer, Versions.dataVersions, noRules)),
    Layer.provideMerge(Versions.layer),
    Layer.provideMerge(home(text, () => "2026-06-01")),
    Layer.provideMerge(Layer.succeed(DeclaredDomains, optional))
  )
