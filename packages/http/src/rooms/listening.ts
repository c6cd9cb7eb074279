import * as View from "@daybook/core/listening"
import { Listening, LivePlaying, periods } from "@daybook/core/listening"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeAnew, madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, flag, id, integer, limit, oneOf, page, positiveId, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenEnded, longWhenPast } from "../shared/span.js"

const made = madeOf("listening")
const today = { today: true }

const Recent = query({ limit: limit(50), page, ...dates }, { limit: 10, page: 1 })
const RecentAlbums = Recent
const sparklines = flag("Give every item its plays over time")
const top = { period: oneOf(periods, "The span that ends today; dates beat it"), limit: limit(50), page, ...dates, include_sparklines: sparklines }
const topDefaults = { period: "7day", limit: 10, page: 1, include_sparklines: false } as const
const Top = query(top, topDefaults)
const TopTracks = query({
  ...top,
  artist_id: positiveId("Only tracks of this artist"),
  artist_name: text("Only tracks of the artist of this name, or else of the most played whose name holds it")
}, topDefaults)
const Dates = query(dates, {})
const History = query({
  limit: limit(200),
  page,
  ...dates,
  artist: text("Part of the artist's name, upper and lower case alike"),
  album: text("Part of the album's name, upper and lower case alike")
}, { limit: 50, page: 1 })
const order = oneOf(["asc", "desc"], "Ascending or descending")
const search = text("Part of the name, upper and lower case alike")
const Artists = query({ limit: limit(100), page, sort: oneOf(["playcount", "name"], "What to sort by"), order, search },
  { limit: 20, page: 1, sort: "playcount", order: "desc" })
const Albums = query({
  limit: limit(100),
  page,
  sort: oneOf(["playcount", "name", "recent"], "What to sort by; recent is the order in which albums became known"),
  order,
  artist: text("Part of the artist's name, upper and lower case alike"),
  search
}, { limit: 20, page: 1, sort: "playcount", order: "desc" })
const year = integer({ minimum: 0, maximum: 9999 }, "A year from 2000 to the next")
const Calendar = query({ year }, {})
const Trends = query({ metric: oneOf(["scrobbles", "artists", "albums", "tracks"], "What to count each month"), ...dates }, { metric: "scrobbles" })
const Review = query({ month: integer({ minimum: 1, maximum: 12 }, "Only this month of the year"), include_sparklines: sparklines }, { include_sparklines: false })
const Genres = query({
  group_by: oneOf(["week", "month", "year"], "How long each period is"),
  limit: limit(50),
  ...dates,
  compare_to: oneOf(["previous_year"], "With dates: the same a year before as well")
}, { group_by: "month", limit: 10 })

/** Listening as a page: `api.md` §4, contract §2. */
export class ListeningApi extends HttpApiGroup.make("listening")
  .add(HttpApiEndpoint.get("nowPlaying", "/now-playing").addSuccess(View.NowPlaying).addError(NotFound)
    .annotateContext(madeAnew("none")).annotate(Description, "What is playing at this moment, or was played last."))
  .add(HttpApiEndpoint.get("recent", "/recent").setUrlParams(Recent.params).addSuccess(listOf(View.PlayView))
    .annotateContext(made("realtime")).annotate(Description, "Plays, newest first."))
  .add(HttpApiEndpoint.get("recentAlbums", "/recent/albums").setUrlParams(RecentAlbums.params).addSuccess(listOf(View.RecentAlbum))
    .annotateContext(made("realtime")).annotate(Description, "The albums that were played, each once, by its newest play."))
  .add(HttpApiEndpoint.get("topArtists", "/top/artists").setUrlParams(Top.params).addSuccess(View.TopArtists)
    .annotateContext(made("medium", today)).annotate(Description, "The most played artists of a period or between dates."))
  .add(HttpApiEndpoint.get("topAlbums", "/top/albums").setUrlParams(Top.params).addSuccess(View.TopAlbums)
    .annotateContext(made("medium", today)).annotate(Description, "The most played albums of a period or between dates."))
  .add(HttpApiEndpoint.get("topTracks", "/top/tracks").setUrlParams(TopTracks.params).addSuccess(View.TopTracks).addError(NotFound)
    .annotateContext(made("medium", today)).annotate(Description, "The most played tracks of a period or between dates, of everyone or of one artist."))
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.Stats)
    .annotateContext(made("medium", today)).annotate(Description, "Totals, of everything or between dates."))
  .add(HttpApiEndpoint.get("history", "/history").setUrlParams(History.params).addSuccess(listOf(View.PlayView))
    .annotateContext(made("medium")).annotate(Description, "All plays, newest first, with filters by name."))
  .add(HttpApiEndpoint.get("artists", "/artists").setUrlParams(Artists.params).addSuccess(listOf(View.ArtistItem))
    .annotateContext(made("medium")).annotate(Description, "Every artist of the library."))
  .add(HttpApiEndpoint.get("albums", "/albums").setUrlParams(Albums.params).addSuccess(listOf(View.AlbumItem))
    .annotateContext(made("medium")).annotate(Description, "Every album of the library."))
  .add(HttpApiEndpoint.get("artist", "/artists/:id").setPath(Schema.Struct({ id: id("The artist's id") })).addSuccess(View.ArtistDetail).addError(NotFound)
    .annotateContext(madeOf("listening", "attending")("medium", { today: "anywhere" }))
    .annotate(Description, "One artist: life so far in the library, tags, bio, most played albums and tracks, similar artists, concerts."))
  .add(HttpApiEndpoint.get("album", "/albums/:id").setPath(Schema.Struct({ id: id("The album's id") })).addSuccess(View.AlbumDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One album with its tracks, most played first."))
  .add(HttpApiEndpoint.get("calendar", "/calendar").setUrlParams(Calendar.params).addSuccess(View.CalendarYear)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "Plays of each day of a year, by default the current one; days without plays are left out."))
  .add(HttpApiEndpoint.get("trends", "/trends").setUrlParams(Trends.params).addSuccess(View.Trends)
    .annotateContext(made(longWhenEnded, today)).annotate(Description, "One count for each month that has plays."))
  .add(HttpApiEndpoint.get("streaks", "/streaks").addSuccess(View.Streaks).addError(NotFound)
    .annotateContext(made("medium", today)).annotate(Description, "The current and the longest run of days that all have plays."))
  .add(HttpApiEndpoint.get("years", "/years").addSuccess(View.Years)
    .annotateContext(made("medium")).annotate(Description, "Totals of each year that has plays, newest first."))
  .add(HttpApiEndpoint.get("year", "/year/:year").setPath(Schema.Struct({ year })).setUrlParams(Review.params).addSuccess(View.YearInReview).addError(NotFound)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "A year, or a month of it, in review. `monthly` is always the whole year's."))
  .add(HttpApiEndpoint.get("genres", "/genres").setUrlParams(Genres.params).addSuccess(View.Genres)
    .annotateContext(made("medium")).annotate(Description, "Plays by genre over time; all but the most played genres are summed as Other."))
  .annotate(Description, "Scrobbles: what was played, when, and what that adds up to. Days are those of the home time zone.")
  .prefix("/listening")
  .middleware(Authentication)
{}

type TopAsked = ReturnType<typeof Top.filled>
const topRequest = (asked: TopAsked) => ({ period: asked.period, page: asked, filters: asked, sparklines: asked.include_sparklines })

export const listening = room(ListeningApi)(Effect.map(Effect.all([Listening, LivePlaying]), ([listening, live]) => ({
  nowPlaying: () => live.nowPlaying,
  recent: ({ urlParams }) => Recent.ask(urlParams, (asked) => listening.recent(asked, asked)),
  recentAlbums: ({ urlParams }) => RecentAlbums.ask(urlParams, (asked) => listening.recentAlbums(asked, asked)),
  topArtists: ({ urlParams }) => listening.topArtists(topRequest(Top.filled(urlParams))),
  topAlbums: ({ urlParams }) => listening.topAlbums(topRequest(Top.filled(urlParams))),
  topTracks: ({ urlParams }) => listening.topTracks({ ...topRequest(TopTracks.filled(urlParams)), artistId: urlParams.artist_id, artistName: urlParams.artist_name }),
  stats: ({ urlParams }) => listening.stats(urlParams),
  history: ({ urlParams }) => History.ask(urlParams, (asked) => listening.history(asked, asked, asked)),
  artists: ({ urlParams }) => Artists.ask(urlParams, ({ order, search = null, sort, ...page }) => listening.artists({ page, sort, order, search })),
  albums: ({ urlParams }) => Albums.ask(urlParams, ({ artist = null, order, search = null, sort, ...page }) => listening.albums({ page, sort, order, artist, search })),
  artist: ({ path }) => listening.artist(path.id),
  album: ({ path }) => listening.album(path.id),
  calendar: ({ urlParams }) => listening.calendar(urlParams.year),
  trends: ({ urlParams }) => Trends.ask(urlParams, (asked) => listening.trends(asked.metric, asked)),
  streaks: () => listening.streaks(),
  years: () => listening.years,
  year: ({ path, urlParams }) => listening.year({ year: path.year, month: urlParams.month, sparklines: urlParams.include_sparklines ?? false }),
  genres: ({ urlParams }) => Genres.ask(urlParams, (asked) =>
    listening.genres({ groupBy: asked.group_by, limit: asked.limit, filters: asked, compareToPreviousYear: asked.compare_to !== undefined }))
})))
