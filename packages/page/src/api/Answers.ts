import type * as Attending from "@daybook/core/attending"
import type * as Collecting from "@daybook/core/collecting"
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

/** The answer of each API path that this page requests. Only types are imported, so core is not bundled. */
export interface Answers {
  readonly "health/sync": Wire<typeof SyncStatus>
  readonly "listening/now-playing": Wire<typeof Listening.NowPlaying>
  readonly "listening/streaks": Wire<typeof Listening.Streaks>
  readonly "listening/calendar": Wire<typeof Listening.CalendarYear>
  readonly "listening/years": Wire<typeof Listening.Years>
  readonly "listening/top/artists": Wire<typeof Listening.TopArtists>
  readonly "running/charts/cumulative": Wire<typeof Running.CumulativeDistance>
  readonly "running/charts/pace-trend": Wire<typeof Running.PaceTrend>
  readonly "running/stats/years": Data<ReadonlyArray<Wire<typeof Running.RunningYear>>>
  readonly "running/streaks": Wire<typeof Running.RunningStreaks>
  readonly "watching/recent": Data<ReadonlyArray<Wire<typeof Watching.RecentWatch>>>
  readonly "watching/stats": Wire<typeof Watching.WatchingStats>
  readonly "collecting/recent": Data<ReadonlyArray<Wire<typeof Collecting.RecordView>>>
  readonly "collecting/media/recent": Data<ReadonlyArray<Wire<typeof Collecting.RecentDisc>>>
  readonly "collecting/stats": Wire<typeof Collecting.CollectionStats>
  readonly "reading/currently-reading": Data<ReadonlyArray<Wire<typeof Reading.ArticleView>>>
  readonly "reading/highlights/random": Wire<typeof Reading.PlacedHighlightView>
  readonly "reading/stats": Wire<typeof Reading.ReadingStats>
  readonly "attending/events": Data<ReadonlyArray<Wire<typeof Attending.EventView>>>
  readonly feed: Wire<typeof FeedPage>
  readonly "feed/on-this-day": Wire<typeof OnThisDay>
  readonly search: Wire<typeof SearchPage>
}

export type Path = keyof Answers
export type Query = Readonly<Record<string, string | number | boolean>>

/** The URL of a request, without the key. It is relative to the page, so that it works behind a path prefix. */
export const urlOf = (path: Path, query: Query): string => {
  const params = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  ).toString()
  return `v1/${path}${params === "" ? "" : `?${params}`}`
}
