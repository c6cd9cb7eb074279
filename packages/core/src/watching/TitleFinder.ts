import { Context, type Effect, type Option } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Title } from "./records.js"

/** The metadata service, asked while somebody waits. Without one it knows nothing. */
export class TitleFinder extends Context.Tag("@daybook/core/TitleFinder")<TitleFinder, {
  /** Whether there is a service to ask at all. */
  readonly available: boolean
  readonly movie: (tmdbId: number) => Effect.Effect<Option.Option<Title>, SourceFailure>
  /** The film of exactly this title (marks and case aside), of about this year where one is given. */
  readonly search: (title: string, year: number | null) => Effect.Effect<Option.Option<Title>, SourceFailure>
}>() {}
