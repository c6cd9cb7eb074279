import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { Watching } from "@daybook/core/watching"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { get } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenEnded, longWhenPast } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import {
  InDates,
  byId,
  dates,
  id,
  ids,
  integer,
  limit,
  oneOf,
  order,
  page,
  query,
  text,
  yearSince
} from "../kit/params.js"

const cached = cachedFor("watching")
const today = { today: true }

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
const Directors = query({ limit: limit(100), ...dates }, { limit: 20 })
const year = yearSince(1900)
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
const Show = byId("Id of the show")
const Season = Schema.Struct({
  id: id("Id of the show"),
  season: integer({ minimum: 0, maximum: 100_000 }, "Season number; 0 for specials")
})

export class WatchingApi extends HttpApiGroup.make("watching")
  .add(
    get("recent", "/recent", "Recently watched films")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecentWatch))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Viewings of films, newest first.")
  )
  .add(
    get("movies", "/movies", "List watched films")
      .setUrlParams(Movies.params)
      .addSuccess(listOf(View.MovieListItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "All watched films, each once.")
  )
  .add(
    get("movie", "/movies/:id", "Film detail")
      .setPath(byId("Id of the film"))
      .addSuccess(View.MovieDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One film with all its viewings.")
  )
  .add(
    get("viewing", "/viewings/:id", "Viewing detail")
      .setPath(byId("Id of the viewing"))
      .addSuccess(View.ViewingDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One viewing of a film or an episode.")
  )
  .add(
    get("stats", "/stats", "Watching statistics")
      .setUrlParams(InDates.params)
      .addSuccess(View.WatchingStats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals over all time or between dates.")
  )
  .add(
    get("genres", "/stats/genres", "Films by genre")
      .setUrlParams(InDates.params)
      .addSuccess(View.WatchingGenres)
      .annotateContext(cached("medium"))
      .annotate(Description, "Films by genre, over all time or watched between dates.")
  )
  .add(
    get("decades", "/stats/decades", "Films by decade")
      .setUrlParams(InDates.params)
      .addSuccess(View.WatchingDecades)
      .annotateContext(cached("medium"))
      .annotate(Description, "Films by decade of release, over all time or watched between dates.")
  )
  .add(
    get("directors", "/stats/directors", "Films by director")
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
    get("calendar", "/calendar", "Watching calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.WatchingCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Viewings of films per day of a year, by default the current one. Days without viewings are left out."
      )
  )
  .add(
    get("trends", "/trends", "Watching trends")
      .setUrlParams(Trends.params)
      .addSuccess(View.WatchingTrends)
      .annotateContext(cached(longWhenEnded, today))
      .annotate(Description, "Viewings of films per month or ISO week. Periods without viewings are left out.")
  )
  .add(
    get("shows", "/shows", "List watched shows")
      .setUrlParams(Shows.params)
      .addSuccess(listOf(View.Show))
      .annotateContext(cached("medium"))
      .annotate(Description, "All shows with a watched episode.")
  )
  .add(
    get("show", "/shows/:id", "Show detail")
      .setPath(Show)
      .addSuccess(View.ShowDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One show with its watched episodes by season.")
  )
  .add(
    get("season", "/shows/:id/seasons/:season", "Season detail")
      .setPath(Season)
      .addSuccess(View.SeasonDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "The watched episodes of one season.")
  )
  .add(
    get("ratings", "/ratings", "Film ratings")
      .setUrlParams(Ratings.params)
      .addSuccess(listOf(View.RatingItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "Films rated by the person, each with the latest rating.")
  )
  .add(
    get("reviews", "/reviews", "Film reviews")
      .setUrlParams(Reviews.params)
      .addSuccess(listOf(View.ReviewItem))
      .annotateContext(cached("medium"))
      .annotate(Description, "The person's film reviews, newest first.")
  )
  .add(
    get("year", "/year/:year", "Watching year in review")
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

export const watching = handlersFor(WatchingApi)([Watching], (watching) => ({
  recent: Recent.handle((query) => watching.recent(query, query, query.exclude_ids)),
  movies: Movies.handle(
    ({ decade = null, director = null, exclude_ids: exclude, genre = null, order, sort, year = null, ...page }) =>
      watching.movies({ page, genre, decade, director, year, sort, order, exclude })
  ),
  movie: ({ path }) => watching.movie(path.id),
  viewing: ({ path }) => watching.viewing(path.id),
  stats: ({ urlParams }) => watching.stats(urlParams),
  genres: ({ urlParams }) => watching.genres(urlParams),
  decades: ({ urlParams }) => watching.decades(urlParams),
  directors: Directors.handle(({ limit, ...filters }) => watching.directors(limit, filters)),
  calendar: ({ urlParams }) => watching.calendar(urlParams.year),
  trends: Trends.handle((query) => watching.trends(query.period, query)),
  shows: Shows.handle(({ order, sort, ...page }) => watching.shows({ page, sort, order })),
  show: ({ path }) => watching.show(path.id),
  season: ({ path }) => watching.season(path.id, path.season),
  ratings: Ratings.handle(({ order, sort, ...page }) => watching.ratings({ page, sort, order })),
  reviews: Reviews.handle(watching.reviews),
  year: ({ path }) => watching.year(path.year)
}))
