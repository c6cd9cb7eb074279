import * as View from "@daybook/core/listening"
import { Listening, LivePlaying, periods } from "@daybook/core/listening"
import { listOf } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenEnded, longWhenPast, recomputed } from "../kit/caching.js"
import { get } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import {
  InDates,
  byId,
  dates,
  flag,
  integer,
  limit,
  oneOf,
  order,
  page,
  positiveId,
  query,
  text,
  yearSince
} from "../kit/params.js"

const cached = cachedFor("listening")
const today = { today: true }

const Recent = query({ limit: limit(50), page, ...dates }, { limit: 10, page: 1 })
const RecentAlbums = Recent
const sparklines = flag("Add a sparkline of plays to every item")
const top = {
  period: oneOf(periods, "Period that ends today; ignored if dates are given"),
  limit: limit(50),
  page,
  ...dates,
  include_sparklines: sparklines
}
const topDefaults = { period: "7day", limit: 10, page: 1, include_sparklines: false } as const
const Top = query(top, topDefaults)
const TopTracks = query(
  {
    ...top,
    artist_id: positiveId("Only tracks of this artist"),
    artist_name: text("Only tracks of the artist with this name, or of the most played artist whose name contains it")
  },
  topDefaults
)
const History = query(
  {
    limit: limit(200),
    page,
    ...dates,
    artist: text("Part of the artist's name, case-insensitive"),
    album: text("Part of the album's name, case-insensitive")
  },
  { limit: 50, page: 1 }
)
const search = text("Part of the name, case-insensitive")
const Artists = query(
  { limit: limit(100), page, sort: oneOf(["playcount", "name"], "Sort field"), order, search },
  { limit: 20, page: 1, sort: "playcount", order: "desc" }
)
const Albums = query(
  {
    limit: limit(100),
    page,
    sort: oneOf(["playcount", "name", "recent"], "Sort field; recent is the order in which albums were first seen"),
    order,
    artist: text("Part of the artist's name, case-insensitive"),
    search
  },
  { limit: 20, page: 1, sort: "playcount", order: "desc" }
)
const year = yearSince(2000)
const Calendar = query({ year }, {})
const Trends = query(
  { metric: oneOf(["scrobbles", "artists", "albums", "tracks"], "Metric to count per month"), ...dates },
  { metric: "scrobbles" }
)
const Review = query(
  { month: integer({ minimum: 1, maximum: 12 }, "Only this month of the year"), include_sparklines: sparklines },
  { include_sparklines: false }
)
const Genres = query(
  {
    group_by: oneOf(["week", "month", "year"], "Length of each period"),
    limit: limit(50),
    ...dates,
    compare_to: oneOf(["previous_year"], "With dates: also return the same period one year earlier")
  },
  { group_by: "month", limit: 10 }
)

export class ListeningApi extends HttpApiGroup.make("listening")
  .add(
    get("nowPlaying", "/now-playing", "Now playing")
      .addSuccess(View.NowPlaying)
      .addError(NotFound)
      .annotateContext(recomputed("none"))
      .annotate(Description, "The track playing now, or the last one played.")
  )
  .add(
    get("recent", "/recent", "Recent plays")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.PlayView))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Plays, newest first.")
  )
  .add(
    get("recentAlbums", "/recent/albums", "Recent albums")
      .setUrlParams(RecentAlbums.params)
      .addSuccess(listOf(View.RecentAlbum))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Played albums, each once, by the newest play.")
  )
  .add(
    get("topArtists", "/top/artists", "Top artists")
      .setUrlParams(Top.params)
      .addSuccess(View.TopArtists)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played artists of a period or between dates.")
  )
  .add(
    get("topAlbums", "/top/albums", "Top albums")
      .setUrlParams(Top.params)
      .addSuccess(View.TopAlbums)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played albums of a period or between dates.")
  )
  .add(
    get("topTracks", "/top/tracks", "Top tracks")
      .setUrlParams(TopTracks.params)
      .addSuccess(View.TopTracks)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played tracks of a period or between dates, of all artists or of one.")
  )
  .add(
    get("stats", "/stats", "Listening statistics")
      .setUrlParams(InDates.params)
      .addSuccess(View.Stats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals over all time or between dates.")
  )
  .add(
    get("history", "/history", "Listening history")
      .setUrlParams(History.params)
      .addSuccess(listOf(View.PlayView))
      .annotateContext(cached("medium"))
      .annotate(Description, "All plays, newest first, with filters by artist and album.")
  )
  .add(
    get("artists", "/artists", "List artists")
      .setUrlParams(Artists.params)
      .addSuccess(listOf(View.ArtistItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All artists of the library.")
  )
  .add(
    get("albums", "/albums", "List albums")
      .setUrlParams(Albums.params)
      .addSuccess(listOf(View.AlbumItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All albums of the library.")
  )
  .add(
    get("artist", "/artists/:id", "Artist detail")
      .setPath(byId("Id of the artist"))
      .addSuccess(View.ArtistDetail)
      .addError(NotFound)
      .annotateContext(cachedFor("listening", "attending")("medium", { today: "anywhere" }))
      .annotate(
        Description,
        "One artist with play counts, tags, biography, most played albums and tracks, similar artists and concerts."
      )
  )
  .add(
    get("album", "/albums/:id", "Album detail")
      .setPath(byId("Id of the album"))
      .addSuccess(View.AlbumDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One album with its tracks, most played first.")
  )
  .add(
    get("track", "/tracks/:id", "Track detail")
      .setPath(byId("Id of the track"))
      .addSuccess(View.TrackDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One track with the number of its plays.")
  )
  .add(
    get("calendar", "/calendar", "Listening calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.CalendarYear)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Plays per day of a year, by default the current one. Days without plays are left out.")
  )
  .add(
    get("trends", "/trends", "Listening trends")
      .setUrlParams(Trends.params)
      .addSuccess(View.Trends)
      .annotateContext(cached(longWhenEnded, today))
      .annotate(Description, "One count per month with plays.")
  )
  .add(
    get("streaks", "/streaks", "Listening streaks")
      .addSuccess(View.Streaks)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "The current and the longest streak of days with plays.")
  )
  .add(
    get("years", "/years", "Years of listening")
      .addSuccess(View.Years)
      .annotateContext(cached("medium"))
      .annotate(Description, "Totals per year with plays, newest first.")
  )
  .add(
    get("year", "/year/:year", "Listening year in review")
      .setPath(Schema.Struct({ year }))
      .setUrlParams(Review.params)
      .addSuccess(View.YearInReview)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Review of a year or one of its months. `monthly` always covers the whole year.")
  )
  .add(
    get("genres", "/genres", "Genres over time")
      .setUrlParams(Genres.params)
      .addSuccess(View.Genres)
      .annotateContext(cached("medium"))
      .annotate(Description, "Plays by genre over time; all but the most played genres are summed as Other.")
  )
  .annotate(Description, "Plays (scrobbles), charts and statistics. Days are in the home time zone.")
  .prefix("/listening")
  .middleware(Authentication) {}

type TopQuery = ReturnType<typeof Top.withDefaults>
const topRequest = (query: TopQuery) => ({
  period: query.period,
  page: query,
  filters: query,
  sparklines: query.include_sparklines
})

export const listening = handlersFor(ListeningApi)([Listening, LivePlaying], (listening, live) => ({
  nowPlaying: () => live.nowPlaying,
  recent: Recent.handle((query) => listening.recent(query, query)),
  recentAlbums: RecentAlbums.handle((query) => listening.recentAlbums(query, query)),
  topArtists: ({ urlParams }) => listening.topArtists(topRequest(Top.withDefaults(urlParams))),
  topAlbums: ({ urlParams }) => listening.topAlbums(topRequest(Top.withDefaults(urlParams))),
  topTracks: ({ urlParams }) =>
    listening.topTracks({
      ...topRequest(TopTracks.withDefaults(urlParams)),
      artistId: urlParams.artist_id,
      artistName: urlParams.artist_name
    }),
  stats: ({ urlParams }) => listening.stats(urlParams),
  history: History.handle((query) => listening.history(query, query, query)),
  artists: Artists.handle(({ order, search = null, sort, ...page }) =>
    listening.artists({ page, sort, order, search })
  ),
  albums: Albums.handle(({ artist = null, order, search = null, sort, ...page }) =>
    listening.albums({ page, sort, order, artist, search })
  ),
  artist: ({ path }) => listening.artist(path.id),
  album: ({ path }) => listening.album(path.id),
  track: ({ path }) => listening.track(path.id),
  calendar: ({ urlParams }) => listening.calendar(urlParams.year),
  trends: Trends.handle((query) => listening.trends(query.metric, query)),
  streaks: () => listening.streaks(),
  years: () => listening.years,
  year: ({ path, urlParams }) =>
    listening.year({ year: path.year, month: urlParams.month, sparklines: urlParams.include_sparklines ?? false }),
  genres: Genres.handle((query) =>
    listening.genres({
      groupBy: query.group_by,
      limit: query.limit,
      filters: query,
      compareToPreviousYear: query.compare_to !== undefined
    })
  )
}))
