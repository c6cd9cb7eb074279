import type * as Attending from "@daybook/core/attending"
import type * as Collecting from "@daybook/core/collecting"
import type { ExplanationView } from "@daybook/core/explain"
import type { FeedPage, OnThisDay } from "@daybook/core/feed"
import type * as Images from "@daybook/core/images"
import type * as Listening from "@daybook/core/listening"
import type * as Reading from "@daybook/core/reading"
import type * as Running from "@daybook/core/running"
import type { SearchPage } from "@daybook/core/search"
import type { SyncStatus } from "@daybook/core/sync"
import type * as Watching from "@daybook/core/watching"

/** The encoded (JSON) type of a schema. */
type Wire<S extends { readonly Encoded: unknown }> = S["Encoded"]
interface Data<A> {
  readonly data: A
}

/** A picture, as every answer describes it. */
export type Image = Wire<typeof Images.Image>

/** A list with its place among all of its pages. */
interface Listed<A> extends Data<ReadonlyArray<A>> {
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly total_pages: number
  }
}

/**
 * The answer of each API path that this page requests. Only types are imported, so core is not bundled. A parameter of
 * the same name takes the place of `:id`.
 */
export interface Answers {
  readonly "explain/:domain/:type/:id": Wire<typeof ExplanationView>
  readonly "health/sync": Wire<typeof SyncStatus>
  readonly "listening/now-playing": Wire<typeof Listening.NowPlaying>
  readonly "listening/streaks": Wire<typeof Listening.Streaks>
  readonly "listening/stats": Wire<typeof Listening.Stats>
  readonly "listening/calendar": Wire<typeof Listening.CalendarYear>
  readonly "listening/years": Wire<typeof Listening.Years>
  readonly "listening/year/:year": Wire<typeof Listening.YearInReview>
  readonly "listening/genres": Wire<typeof Listening.Genres>
  readonly "listening/history": Listed<Wire<typeof Listening.PlayView>>
  readonly "listening/top/artists": Wire<typeof Listening.TopArtists>
  readonly "listening/top/albums": Wire<typeof Listening.TopAlbums>
  readonly "listening/top/tracks": Wire<typeof Listening.TopTracks>
  readonly "listening/artists/:id": Wire<typeof Listening.ArtistDetail>
  readonly "listening/albums/:id": Wire<typeof Listening.AlbumDetail>
  readonly "running/charts/cumulative": Wire<typeof Running.CumulativeDistance>
  readonly "running/charts/pace-trend": Wire<typeof Running.PaceTrend>
  readonly "running/stats": Wire<typeof Running.RunningStats>
  readonly "running/stats/years": Data<ReadonlyArray<Wire<typeof Running.RunningYear>>>
  readonly "running/streaks": Wire<typeof Running.RunningStreaks>
  readonly "running/calendar": Wire<typeof Running.RunningCalendar>
  readonly "running/prs": Wire<typeof Running.PersonalRecords>
  readonly "running/gear": Wire<typeof Running.Gear>
  readonly "running/eddington": Wire<typeof Running.Eddington>
  readonly "running/activities": Listed<Wire<typeof Running.RunView>>
  readonly "running/activities/:id": Wire<typeof Running.RunView>
  readonly "running/activities/:id/splits": Wire<typeof Running.Splits>
  readonly "running/activities/:id/places": Wire<typeof Running.RunPlaces>
  readonly "running/year/:year": Wire<typeof Running.RunningYearInReview>
  readonly "watching/recent": Listed<Wire<typeof Watching.RecentWatch>>
  readonly "watching/stats": Wire<typeof Watching.WatchingStats>
  readonly "watching/stats/decades": Wire<typeof Watching.WatchingDecades>
  readonly "watching/stats/directors": Wire<typeof Watching.DirectorStats>
  readonly "watching/ratings": Listed<Wire<typeof Watching.RatingItem>>
  readonly "watching/movies": Listed<Wire<typeof Watching.MovieListItem>>
  readonly "watching/movies/:id": Wire<typeof Watching.MovieDetail>
  readonly "watching/shows": Listed<Wire<typeof Watching.Show>>
  readonly "watching/shows/:id": Wire<typeof Watching.ShowDetail>
  readonly "watching/calendar": Wire<typeof Watching.WatchingCalendar>
  readonly "watching/year/:year": Wire<typeof Watching.YearInFilms>
  readonly "collecting/recent": Data<ReadonlyArray<Wire<typeof Collecting.RecordView>>>
  readonly "collecting/media/recent": Data<ReadonlyArray<Wire<typeof Collecting.RecentDisc>>>
  readonly "collecting/stats": Wire<typeof Collecting.CollectionStats>
  readonly "collecting/vinyl": Listed<Wire<typeof Collecting.RecordView>>
  readonly "collecting/vinyl/:id": Wire<typeof Collecting.RecordDetail>
  readonly "collecting/vinyl/:id/plays": Wire<typeof Collecting.RecordPlays>
  readonly "collecting/media/:id": Wire<typeof Collecting.DiscDetail>
  readonly "collecting/media": Listed<Wire<typeof Collecting.DiscView>>
  readonly "collecting/formats": Wire<typeof Collecting.NamedCounts>
  readonly "collecting/genres": Wire<typeof Collecting.NamedCounts>
  readonly "collecting/artists": Wire<typeof Collecting.CollectedArtists>
  readonly "collecting/cross-reference": Wire<typeof Collecting.PlayedRecords>
  readonly "collecting/media/cross-reference": Wire<typeof Collecting.WatchedDiscs>
  readonly "collecting/calendar": Wire<typeof Collecting.CollectionCalendar>
  readonly "reading/currently-reading": Data<ReadonlyArray<Wire<typeof Reading.ArticleView>>>
  readonly "reading/highlights/random": Wire<typeof Reading.PlacedHighlightView>
  readonly "reading/stats": Wire<typeof Reading.ReadingStats>
  readonly "reading/articles": Listed<Wire<typeof Reading.ArticleView>>
  readonly "reading/articles/:id": Wire<typeof Reading.ArticleDetail>
  readonly "reading/articles/:id/related": Data<ReadonlyArray<Wire<typeof Reading.RelatedArticle>>>
  readonly "reading/archive": Listed<Wire<typeof Reading.ArticleView>>
  readonly "reading/calendar": Wire<typeof Reading.ReadingCalendar>
  readonly "reading/year/:year": Wire<typeof Reading.ReadingYear>
  readonly "attending/events": Listed<Wire<typeof Attending.EventView>>
  readonly "attending/events/:id": Wire<typeof Attending.EventDetail>
  readonly "attending/venues": Wire<typeof Attending.Venues>
  readonly "attending/stats": Wire<typeof Attending.AttendingStats>
  readonly "attending/year/:year": Wire<typeof Attending.YearOfEvents>
  /** The contract declares it, which a page does not import. */
  readonly "year/:year/cards": {
    readonly year: number
    readonly data: ReadonlyArray<{ readonly name: string; readonly title: string; readonly description: string }>
  }
  readonly feed: Wire<typeof FeedPage>
  readonly "feed/domain/:domain": Wire<typeof FeedPage>
  readonly "feed/on-this-day": Wire<typeof OnThisDay>
  readonly search: Wire<typeof SearchPage>
}

export type Path = keyof Answers
export type Query = Readonly<Record<string, string | number | boolean>>

/** The URL of a request, without the key. It is relative to the page, so that it works behind a path prefix. */
export const urlOf = (path: Path, query: Query): string => {
  const used = new Set<string>()
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    used.add(name)
    return encodeURIComponent(String(query[name] ?? ""))
  })
  const params = new URLSearchParams(
    Object.entries(query)
      .filter(([name]) => !used.has(name))
      .map(([name, value]): [string, string] => [name, String(value)])
  ).toString()
  return `v1/${filled}${params === "" ? "" : `?${params}`}`
}
