import { type Follower, type Room, source } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "./SourceDefinition.js"

interface Options<Values, R, F> extends Pick<SourceDefinition<never>, "id" | "missing" | "byDefault"> {
  readonly room: Room<never, R>
  readonly syncType: string
  readonly settings: Effect.Effect<Values, ConfigError.ConfigError>
  readonly followers: (values: Values) => Effect.Effect<ReadonlyArray<Follower<F>>, never, HttpClient.HttpClient>
}

/** A source of look-ups alone, which follow every sync of another source of its room. */
export const following = <Values extends { readonly baseUrl: string }, R, F>(
  { followers, id, room, settings, syncType, ...given }: Options<Values, R, F>
): SourceDefinition<R | F> => {
  const stored = { id, room, syncType, importFile: Option.none(), pull: () => Stream.empty }
  return {
    ...given,
    id,
    domain: room.domain,
    schedule: Option.none(),
    follows: true,
    calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
    make: Effect.map(Effect.flatMap(settings, followers), (followers) => source<never, R | F>({ ...stored, followers })),
    archive: source<never, R | F>(stored)
  }
}
