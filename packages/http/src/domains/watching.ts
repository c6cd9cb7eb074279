import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { Watching } from "@daybook/core/watching"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { cachedFor, longWhenEnded, longWhenPast } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { dates, id, ids, integer, limit, oneOf, page, query, text } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

const cached = cachedFor("watching")
const today = { today: true }

const order = oneOf(["asc", "desc"], "Sort order: ascending or descending")
const exclude = ids("Comma-separated ids of films to leave out")
const Recent = query(
  { limit: limit(50), page, exclude_ids: exclude, ...dates },
  { limit: 10, page: 1, exclude_ids: [] }
)
const Movies = query(
  {
    limit: limit(100),
    page,
    genre: text("Only films of this genre (exact match)"),
    decade: integer({ minimum: 1870, maximum: 2990 }, "Only films of the ten years starting with this year"),
    director: text("Only films of this director (exact match)"),
    year: integer({ minimum: 1870, maximum: 9999 }, "Only films released in this year"),
    sort: oneOf(["watched_at", "title", "year", "rating"], "Sort field; rating is the person's own"),
    order,
    exclude_ids: exclude
  },
  { limit: 20, page: 1, sort: "watched_at", order: "desc", exclude_ids: [] }
)
const Dates = query(dates, {})
const Directors = query({ limit: limit(100), ...dates }, { limit: 20 })
const year = integer({ minimum: 0, maximum: 9999 }, "Year, from 1900 to next year")
const Calendar = query({ year }, {})
const Trends = query({ period: oneOf(["monthly", "weekly"], "Length of each period"), ...dates }, { period: "monthly" })
const Shows = query(
  { limit: limit(100), page, sort: oneOf(["title", "year"], "Sort field"), order },
  { limit: 20, page: 1, sort: "title", order: "asc" }
)
const Ratings = query(
  { limit: limit(100), page, sort: oneOf(["rating", "date"], "Sort field; date is the date of the viewing"), order },
  { limit: 20, page: 1, sort: "rating", order: "desc" }
)
const Reviews = query({ limit: limit(100), page }, { limit: 20, page: 1 })
const Show = Schema.Struct({ id: id("Id of the show") })
const Season = Schema.Struct({
  id: id("Id of the show"),
  season: integer({ minimum: 0, maximum: 100_000 }, "Season number; 0 for specials")
})

export class WatchingApi extends HttpApiGroup.make("watching")
  .add(
    HttpApiEndpoint.get("recent", "/recent")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecentWatch))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Viewings of films, newest first.")
  )
  .add(
    HttpApiEndpoint.get("movies", "/movies")
      .setUrlParams(Movies.params)
      .addSuccess(listOf(View.MovieListItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All watched films, each once.")
  )
  .add(
    HttpApiEndpoint.get("movie", "/movies/:id")
      .setPath(Schema.Struct({ id: id("Id of the film") }))
      .addSuccess(View.MovieDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One film with all its viewings.")
  )
  .add(
    HttpApiEndpoint.get("stats", "/stats")
      .setUrlParams(Dates.params)
      .addSuccess(View.WatchingStats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals over all time or between dates.")
  )
  .add(
    HttpApiEndpoint.get("genres", "/stats/genres")
      .setUrlParams(Dates.params)
      .addSuccess(View.WatchingGenres)
      .annotateContext(cached("medium"))
      .annotate(Description, "Films by genre, over all time or watched between dates.")
  )
  .add(
    HttpApiEndpoint.get("decades", "/stats/decades")
      .setUrlParams(Dates.params)
      .addSuccess(View.WatchingDecades)
      .annotateContext(cached("medium"))
      .annotate(Description, "Films by decade of release, over all time or watched between dates.")
  )
  .add(
    HttpApiEndpoint.get("directors", "/stats/directors")
      .setUrlParams(Directors.params)
      .addSuccess(View.DirectorStats)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(
        Description,
        "Directors with the most watched films, over all time or between dates. Each film counts once."
      )
  )
  .add(
    HttpApiEndpoint.get("calendar", "/calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.WatchingCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Viewings of films per day of a year, by default the current one. Days without viewings are left out."
      )
  )
  .add(
    HttpApiEndpoint.get("trends", "/trends")
      .setUrlParams(Trends.params)
      .addSuccess(View.WatchingTrends)
      .annotateContext(cached(longWhenEnded, today))
      .annotate(Description, "Viewings of films per month or ISO week. Periods without viewings are left out.")
  )
  .add(
    HttpApiEndpoint.get("shows", "/shows")
      .setUrlParams(Shows.params)
      .addSuccess(listOf(View.Show))
      .annotateContext(cached("medium"))
      .annotate(Description, "All shows with a watched episode.")
  )
  .add(
    HttpApiEndpoint.get("show", "/shows/:id")
      .setPath(Show)
      .addSuccess(View.ShowDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One show with its watched episodes by season.")
  )
  .add(
    HttpApiEndpoint.get("season", "/shows/:id/seasons/:season")
      .setPath(Season)
      .addSuccess(View.SeasonDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "The watched episodes of one season.")
  )
  .add(
    HttpApiEndpoint.get("ratings", "/ratings")
      .setUrlParams(Ratings.params)
      .addSuccess(listOf(View.RatingItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "Films rated by the person, each with the latest rating.")
  )
  .add(
    HttpApiEndpoint.get("reviews", "/reviews")
      .setUrlParams(Reviews.params)
      .addSuccess(listOf(View.ReviewItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "The person's film reviews, newest first.")
  )
  .add(
    HttpApiEndpoint.get("year", "/year/:year")
      .setPath(Schema.Struct({ year }))
      .addSuccess(View.YearInFilms)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast, today))
      .annotate(Description, "Review of a year of watching.")
  )
  .annotate(
    Description,
    "Watched films and shows from media servers and film diaries. Films that are only owned belong to collecting."
  )
  .prefix("/watching")
  .middleware(Authentication) {}

export const watching = handlersFor(WatchingApi)(
  Effect.map(Watching, (watching) => ({
    recent: ({ urlParams }) => Recent.use(urlParams, (query) => watching.recent(query, query, query.exclude_ids)),
    movies: ({ urlParams }) =>
      Movies.use(
        urlParams,
        ({ decade = null, director = null, exclude_ids: exclude, genre = null, order, sort, year = null, ...page }) =>
          watching.movies({ page, genre, decade, director, year, sort, order, exclude })
      ),
    movie: ({ path }) => watching.movie(path.id),
    stats: ({ urlParams }) => watching.stats(urlParams),
    genres: ({ urlParams }) => watching.genres(urlParams),
    decades: ({ urlParams }) => watching.decades(urlParams),
    directors: ({ urlParams }) =>
      Directors.use(urlParams, ({ limit, ...filters }) => watching.directors(limit, filters)),
    calendar: ({ urlParams }) => watching.calendar(urlParams.year),
    trends: ({ urlParams }) => Trends.use(urlParams, (query) => watching.trends(query.period, query)),
    shows: ({ urlParams }) => Shows.use(urlParams, ({ order, sort, ...page }) => watching.shows({ page, sort, order })),
    show: ({ path }) => watching.show(path.id),
    season: ({ path }) => watching.season(path.id, path.season),
    ratings: ({ urlParams }) =>
      Ratings.use(urlParams, ({ order, sort, ...page }) => watching.ratings({ page, sort, order })),
    reviews: ({ urlParams }) => watching.reviews(Reviews.withDefaults(urlParams)),
    year: ({ path }) => watching.year(path.year)
  }))
)
