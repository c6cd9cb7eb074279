import { type Catalogue, listeningRoom, type ListeningWrites } from "@daybook/core/listening"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { followers } from "./followers.js"
import * as ITunes from "./ITunes.js"
import { missing, type Settings, settings } from "./settings.js"

const id = "apple-music"

const stored = { id, room: listeningRoom, syncType: "catalogue", importFile: Option.none(), pull: () => Stream.empty }

/** The catalogue source for given settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(ITunes.make(settings), (iTunes) => source<never, ListeningWrites | Catalogue>({ ...stored, followers: followers(iTunes) }))

/** Links into Apple's music catalogue for what other sources bring. */
export const appleMusic: SourceDefinition<ListeningWrites | Catalogue> = {
  id,
  domain: "listening",
  schedule: Option.none(),
  follows: true,
  missing,
  byDefault: true,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => ofSettings(values)),
  archive: source(stored)
}
