import * as View from "@daybook/core/listening"
import { Listening, LivePlaying, periods } from "@daybook/core/listening"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { cachedFor, longWhenEnded, longWhenPast, recomputed } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { dates, flag, id, integer, limit, oneOf, page, positiveId, query, text } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

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
const Dates = query(dates, {})
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
const order = oneOf(["asc", "desc"], "Sort order: ascending or descending")
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
const year = integer({ minimum: 0, maximum: 9999 }, "Year, from 2000 to next year")
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
    HttpApiEndpoint.get("nowPlaying", "/now-playing")
      .addSuccess(View.NowPlaying)
      .addError(NotFound)
      .annotateContext(recomputed("none"))
      .annotate(Description, "The track playing now, or the last one played.")
  )
  .add(
    HttpApiEndpoint.get("recent", "/recent")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.PlayView))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Plays, newest first.")
  )
  .add(
    HttpApiEndpoint.get("recentAlbums", "/recent/albums")
      .setUrlParams(RecentAlbums.params)
      .addSuccess(listOf(View.RecentAlbum))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Played albums, each once, by the newest play.")
  )
  .add(
    HttpApiEndpoint.get("topArtists", "/top/artists")
      .setUrlParams(Top.params)
      .addSuccess(View.TopArtists)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played artists of a period or between dates.")
  )
  .add(
    HttpApiEndpoint.get("topAlbums", "/top/albums")
      .setUrlParams(Top.params)
      .addSuccess(View.TopAlbums)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played albums of a period or between dates.")
  )
  .add(
    HttpApiEndpoint.get("topTracks", "/top/tracks")
      .setUrlParams(TopTracks.params)
      .addSuccess(View.TopTracks)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Most played tracks of a period or between dates, of all artists or of one.")
  )
  .add(
    HttpApiEndpoint.get("stats", "/stats")
      .setUrlParams(Dates.params)
      .addSuccess(View.Stats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals over all time or between dates.")
  )
  .add(
    HttpApiEndpoint.get("history", "/history")
      .setUrlParams(History.params)
      .addSuccess(listOf(View.PlayView))
      .annotateContext(cached("medium"))
      .annotate(Description, "All plays, newest first, with filters by artist and album.")
  )
  .add(
    HttpApiEndpoint.get("artists", "/artists")
      .setUrlParams(Artists.params)
      .addSuccess(listOf(View.ArtistItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All artists of the library.")
  )
  .add(
    HttpApiEndpoint.get("albums", "/albums")
      .setUrlParams(Albums.params)
      .addSuccess(listOf(View.AlbumItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All albums of the library.")
  )
  .add(
    HttpApiEndpoint.get("artist", "/artists/:id")
      .setPath(Schema.Struct({ id: id("Id of the artist") }))
      .addSuccess(View.ArtistDetail)
      .addError(NotFound)
      .annotateContext(cachedFor("listening", "attending")("medium", { today: "anywhere" }))
      .annotate(
        Description,
        "One artist with play counts, tags, biography, most played albums and tracks, similar artists and concerts."
      )
  )
  .add(
    HttpApiEndpoint.get("album", "/albums/:id")
      .setPath(Schema.Struct({ id: id("Id of the album") }))
      .addSuccess(View.AlbumDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One album with its tracks, most played first.")
  )
  .add(
    HttpApiEndpoint.get("calendar", "/calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.CalendarYear)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Plays per day of a year, by default the current one. Days without plays are left out.")
  )
  .add(
    HttpApiEndpoint.get("trends", "/trends")
      .setUrlParams(Trends.params)
      .addSuccess(View.Trends)
      .annotateContext(cached(longWhenEnded, today))
      .annotate(Description, "One count per month with plays.")
  )
  .add(
    HttpApiEndpoint.get("streaks", "/streaks")
      .addSuccess(View.Streaks)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "The current and the longest streak of days with plays.")
  )
  .add(
    HttpApiEndpoint.get("years", "/years")
      .addSuccess(View.Years)
      .annotateContext(cached("medium"))
      .annotate(Description, "Totals per year with plays, newest first.")
  )
  .add(
    HttpApiEndpoint.get("year", "/year/:year")
      .setPath(Schema.Struct({ year }))
      .setUrlParams(Review.params)
      .addSuccess(View.YearInReview)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Review of a year or one of its months. `monthly` always covers the whole year.")
  )
  .add(
    HttpApiEndpoint.get("genres", "/genres")
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

export const listening = handlersFor(ListeningApi)(
  Effect.map(Effect.all([Listening, LivePlaying]), ([listening, live]) => ({
    nowPlaying: () => live.nowPlaying,
    recent: ({ urlParams }) => Recent.use(urlParams, (query) => listening.recent(query, query)),
    recentAlbums: ({ urlParams }) => RecentAlbums.use(urlParams, (query) => listening.recentAlbums(query, query)),
    topArtists: ({ urlParams }) => listening.topArtists(topRequest(Top.withDefaults(urlParams))),
    topAlbums: ({ urlParams }) => listening.topAlbums(topRequest(Top.withDefaults(urlParams))),
    topTracks: ({ urlParams }) =>
      listening.topTracks({
        ...topRequest(TopTracks.withDefaults(urlParams)),
        artistId: urlParams.artist_id,
        artistName: urlParams.artist_name
      }),
    stats: ({ urlParams }) => listening.stats(urlParams),
    history: ({ urlParams }) => History.use(urlParams, (query) => listening.history(query, query, query)),
    artists: ({ urlParams }) =>
      Artists.use(urlParams, ({ order, search = null, sort, ...page }) =>
        listening.artists({ page, sort, order, search })
      ),
    albums: ({ urlParams }) =>
      Albums.use(urlParams, ({ artist = null, order, search = null, sort, ...page }) =>
        listening.albums({ page, sort, order, artist, search })
      ),
    artist: ({ path }) => listening.artist(path.id),
    album: ({ path }) => listening.album(path.id),
    calendar: ({ urlParams }) => listening.calendar(urlParams.year),
    trends: ({ urlParams }) => Trends.use(urlParams, (query) => listening.trends(query.metric, query)),
    streaks: () => listening.streaks(),
    years: () => listening.years,
    year: ({ path, urlParams }) =>
      listening.year({ year: path.year, month: urlParams.month, sparklines: urlParams.include_sparklines ?? false }),
    genres: ({ urlParams }) =>
      Genres.use(urlParams, (query) =>
        listening.genres({
          groupBy: query.group_by,
          limit: query.limit,
          filters: query,
          compareToPreviousYear: query.compare_to !== undefined
        })
      )
  }))
)
