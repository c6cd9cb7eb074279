import { Context, type Effect } from "effect"
import type { FeedKey } from "../feed/FeedItem.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { FullList } from "../sync/FullList.js"
import type { Applied, Span } from "../sync/Source.js"
import type { Report, Title, TitleKind, WatchingRecord, WatchSource } from "./records.js"

/** A viewing as the feed shows it. */
export interface ShownWatch {
  readonly sourceId: string
  readonly watchedAt: number
  readonly date: LocalDate
  readonly source: WatchSource
  readonly rating: number | null
  readonly rewatch: boolean
  /** Null for a film. */
  readonly episode: { readonly season: number; readonly number: number; readonly title: string | null } | null
}

/** A film or show with viewings, as the halls show it. */
export interface ShownTitle {
  readonly id: number
  readonly kind: TitleKind
  readonly title: string
  readonly year: number | null
  readonly tmdbId: number | null
  readonly directors: ReadonlyArray<string>
  readonly summary: string | null
  readonly poster: string | null
  /** Those that are new or changed. */
  readonly watches: ReadonlyArray<ShownWatch>
}

/** What the halls have to be told after a write. */
export interface Turned {
  readonly shown: ReadonlyArray<ShownTitle>
  readonly retracted: ReadonlyArray<FeedKey>
  /** Films and shows without viewings by now. */
  readonly gone: ReadonlyArray<EntityRef>
}

/** A change made by hand; what is left out stays. */
export interface WatchEdit {
  /** A null date is a change to a known time. */
  readonly watched?: { readonly at: number; readonly date: LocalDate | null }
  readonly rating?: number | null
  readonly rewatch?: boolean
}

type Write<A> = Effect.Effect<A, StorageFailure>

/** Where reports of viewings are written; which viewings they come to is decided in the same transaction. */
export class WatchingRecords extends Context.Tag("@daybook/core/WatchingRecords")<WatchingRecords, {
  /**
   * Stores what a source says. With a span, also says which of its stored reports were written down there in that span
   * and are not given any more. A full list says the same of all records of the kinds that it holds whole.
   * Keys are the reports' ids, or `rating:` and the film's.
   */
  readonly put: (source: string, records: ReadonlyArray<WatchingRecord>, covers: Span | null, list?: FullList) => Write<{ readonly applied: Applied; readonly turned: Turned }>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Write<{ readonly removed: number; readonly turned: Turned }>
  /** How many records of each list are stored from this source. */
  readonly counts: (source: string) => Write<ReadonlyMap<string, number>>
  /** Reports stored from this source. */
  readonly count: (source: string) => Write<number>
  /** Puts the metadata service's word in the place of other sources'; two films that turn out to be one become one. */
  readonly describe: (kind: TitleKind, id: number, title: Title) => Write<Turned>
  /** Adds a viewing of a film by hand; `report` is the new report's id. Null where the film has one on that day. */
  readonly add: (movie: Title, report: Report) => Write<{ readonly report: number; readonly turned: Turned } | null>
  /** Changes a viewing by hand: the source's own word on it is no longer heard. Null where there is no such viewing. */
  readonly edit: (id: number, change: WatchEdit) => Write<Turned | null>
  /** Deletes a viewing by hand, for good: the sources that report it may go on to. Null where there is no such viewing. */
  readonly dismiss: (id: number) => Write<Turned | null>
  /** Takes a report out of the viewing it was merged into, for good. Null where it is in none. */
  readonly separate: (id: number) => Write<Turned | null>
}>() {}
