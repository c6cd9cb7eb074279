import { Context, type Stream } from "effect"
import type { ActivityKind } from "../activities/kinds.js"
import type { Category, EventType } from "../attending/kinds.js"
import type { eventStatuses, venueFields } from "../attending/model.js"
import type { RowOf } from "../kit/record.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"

type Records<A> = Stream.Stream<A, StorageFailure>

interface Named {
  readonly name: string
  /** MusicBrainz id; null if no source reports it. */
  readonly mbid: string | null
}

/** A visible play with its names as the API answers them. */
export interface ExportablePlay {
  /** Epoch milliseconds. */
  readonly playedAt: number
  readonly artist: Named
  readonly track: Named
  readonly album: Named | null
  /** Milliseconds; null if no source reports it. */
  readonly duration: number | null
}

/** The ids of a film or show at other services. */
export interface TitleIds {
  readonly imdb: string | null
  readonly tmdb: number | null
  readonly trakt: number | null
  /** Of a show. */
  readonly tvdb: number | null
}

/** A viewing with a known day. */
export interface ExportableViewing {
  /** Id in this instance. */
  readonly id: number
  readonly title: { readonly title: string; readonly year: number | null; readonly ids: TitleIds }
  /** Null for a film. */
  readonly episode: { readonly season: number; readonly number: number; readonly title: string | null } | null
  /** Epoch milliseconds; 12:00 UTC of the day if only that is known. */
  readonly watchedAt: number
  readonly date: LocalDate
  readonly isDayOnly: boolean
  /** 0.5 to 5. */
  readonly rating: number | null
  readonly rewatch: boolean
  readonly review: string | null
}

/** A film that was seen at an unknown time, and has no viewing with a known day. */
export interface ExportableFilm {
  readonly title: string
  readonly year: number | null
  /** 0.5 to 5. */
  readonly rating: number | null
}

/** A saved article with a web address. */
export interface ExportableArticle {
  readonly url: string
  readonly title: string
  /** The source's own description. */
  readonly description: string | null
  /** Null outside any folder. */
  readonly folder: string | null
  readonly tags: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly savedAt: number
  readonly isUnread: boolean
}

/** An event that is not pending. */
export interface ExportableEvent {
  /** Id in this instance. */
  readonly id: number
  readonly title: string
  readonly subtitle: string | null
  readonly kind: EventType
  readonly category: Category
  /** Whether the owner goes, or went. */
  readonly going: boolean
  readonly status: (typeof eventStatuses)[number]
  /** The day at the venue. */
  readonly date: LocalDate
  /** Of an event of several days, inclusive. */
  readonly lastDate: LocalDate | null
  /** The start in epoch milliseconds; null if only the day is known. */
  readonly at: number | null
  readonly venue: Pick<
    RowOf<typeof venueFields>,
    "name" | "city" | "state" | "country" | "latitude" | "longitude"
  > | null
  readonly notes: string | null
}

/** What a run and another activity have in common. Metres, seconds and epoch milliseconds; null means unknown. */
interface ExportableCourse {
  /** Id in this instance. */
  readonly id: number
  readonly name: string
  readonly startedAt: number
  /** The day at the place. */
  readonly day: LocalDate
  readonly distance: number | null
  readonly movingTime: number | null
  readonly elapsedTime: number | null
  /** The climb. */
  readonly elevation: number | null
  /** Encoded with Google's algorithm at precision 5. */
  readonly course: string
}

/** A run with a course, or another activity with one. `sport` is the provider's name. */
export type ExportableWorkout =
  | (ExportableCourse & { readonly record: "run"; readonly sport: string })
  | (ExportableCourse & { readonly record: "activity"; readonly kind: ActivityKind })

/**
 * The records of the domains as the API answers them: merged, each once, and without those that a filter hides. Read in
 * pages, so that memory does not depend on their number. A record that changes meanwhile may be read before or after
 * the change.
 */
export class ExportableRecords extends Context.Tag("@daybook/core/ExportableRecords")<
  ExportableRecords,
  {
    /** Oldest first. */
    readonly plays: Records<ExportablePlay>
    /** Oldest first. */
    readonly viewings: Records<ExportableViewing>
    readonly undatedFilms: Records<ExportableFilm>
    /** By folder, those in none first, then oldest first. */
    readonly articles: Records<ExportableArticle>
    /** Oldest first. */
    readonly events: Records<ExportableEvent>
    /** Runs, then the activities of the domain that a setting adds, both oldest first. */
    readonly workouts: Records<ExportableWorkout>
  }
>() {}
