import { type PlaceAt, type RunReports, lacksPlace } from "@daybook/core/running"
import { Effect } from "effect"
import { Places } from "../../places/Gazetteer.js"

/** Finds cities by position. Loads the gazetteer only if one of these runs needs it. */
export const placesFor = (all: Iterable<RunReports>): Effect.Effect<PlaceAt> =>
  Array.from(all).some(lacksPlace)
    ? Effect.flatMap(
        Places,
        Effect.map(({ placeAt }): PlaceAt => placeAt)
      )
    : Effect.succeed(() => null)
