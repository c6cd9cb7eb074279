import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { Watching } from "@daybook/core/watching"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, id, ids, integer, limit, oneOf, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenEnded, longWhenPast } from "../shared/span.js"

const made = madeOf("watching")
const today = { today: true }

const order = oneOf(["asc", "desc"], "Ascending or descending")
const exclude = ids("Films to leave out, by id, separated by commas")
const Recent = query({ limit: limit(50), page, exclude_ids: exclude, ...dates }, { limit: 10, page: 1, exclude_ids: [] })
const Movies = query({
  limit: limit(100),
  page,
  genre: text("Only films of this genre, as spelled"),
  decade: integer({ minimum: 1870, maximum: 2990 }, "Only films of the ten years from this one"),
  director: text("Only films of this director, as spelled"),
  year: integer({ minimum: 1870, maximum: 9999 }, "Only films released in this year"),
  sort: oneOf(["watched_at", "title", "year", "rating"], "What to sort by; rating is the person's own"),
  order,
  exclude_ids: exclude
}, { limit: 20, page: 1, sort: "watched_at", order: "desc", exclude_ids: [] })
const Dates = query(dates, {})
const Directors = query({ limit: limit(100), ...dates }, { limit: 20 })
const year = integer({ minimum: 0, maximum: 9999 }, "A year from 1900 to the next")
const Calendar = query({ year }, {})
const Trends = query({ period: oneOf(["monthly", "weekly"], "How long each period is"), ...dates }, { period: "monthly" })
const Shows = query({ limit: limit(100), page, sort: oneOf(["title", "year"], "What to sort by"), order }, { limit: 20, page: 1, sort: "title", order: "asc" })
const Ratings = query({ limit: limit(100), page, sort: oneOf(["rating", "date"], "What to sort by; date is that of the viewing"), order },
  { limit: 20, page: 1, sort: "rating", order: "desc" })
const Reviews = query({ limit: limit(100), page }, { limit: 20, page: 1 })
const Show = Schema.Struct({ id: id("The show's id") })
const Season = Schema.Struct({ id: id("The show's id"), season: integer({ minimum: 0, maximum: 100_000 }, "The season's number; 0 is that of specials") })

/** Watching as a page: `api.md` §2.10, §2.11, §4, contract §4. */
export class WatchingApi extends HttpApiGroup.make("watching")
  .add(HttpApiEndpoint.get("recent", "/recent").setUrlParams(Recent.params).addSuccess(listOf(View.RecentWatch))
    .annotateContext(made("realtime")).annotate(Description, "Viewings of films, newest first."))
  .add(HttpApiEndpoint.get("movies", "/movies").setUrlParams(Movies.params).addSuccess(listOf(View.MovieListItem))
    .annotateContext(made("medium")).annotate(Description, "Every film that was watched, each once."))
  .add(HttpApiEndpoint.get("movie", "/movies/:id").setPath(Schema.Struct({ id: id("The film's id") })).addSuccess(View.MovieDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One film with all of its viewings."))
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.WatchingStats)
    .annotateContext(made("medium", today)).annotate(Description, "Totals, of everything or between dates."))
  .add(HttpApiEndpoint.get("genres", "/stats/genres").setUrlParams(Dates.params).addSuccess(View.WatchingGenres)
    .annotateContext(made("medium")).annotate(Description, "Films by genre, of everything or watched between dates."))
  .add(HttpApiEndpoint.get("decades", "/stats/decades").setUrlParams(Dates.params).addSuccess(View.WatchingDecades)
    .annotateContext(made("medium")).annotate(Description, "Films by decade of release, of everything or watched between dates."))
  .add(HttpApiEndpoint.get("directors", "/stats/directors").setUrlParams(Directors.params).addSuccess(View.DirectorStats).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "The directors of the most films that were watched, of everything or between dates; each film counts once."))
  .add(HttpApiEndpoint.get("calendar", "/calendar").setUrlParams(Calendar.params).addSuccess(View.WatchingCalendar)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "Viewings of films on each day of a year, by default the current one; other days are left out."))
  .add(HttpApiEndpoint.get("trends", "/trends").setUrlParams(Trends.params).addSuccess(View.WatchingTrends)
    .annotateContext(made(longWhenEnded, today)).annotate(Description, "Viewings of films in each month or ISO week that has any."))
  .add(HttpApiEndpoint.get("shows", "/shows").setUrlParams(Shows.params).addSuccess(listOf(View.Show))
    .annotateContext(made("medium")).annotate(Description, "Every show of which an episode was watched."))
  .add(HttpApiEndpoint.get("show", "/shows/:id").setPath(Show).addSuccess(View.ShowDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One show with its watched episodes by season."))
  .add(HttpApiEndpoint.get("season", "/shows/:id/seasons/:season").setPath(Season).addSuccess(View.SeasonDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "The watched episodes of one season."))
  .add(HttpApiEndpoint.get("ratings", "/ratings").setUrlParams(Ratings.params).addSuccess(listOf(View.RatingItem))
    .annotateContext(made("medium")).annotate(Description, "Films that the person rated, each with its newest rating."))
  .add(HttpApiEndpoint.get("reviews", "/reviews").setUrlParams(Reviews.params).addSuccess(listOf(View.ReviewItem))
    .annotateContext(made("medium")).annotate(Description, "What the person wrote of films, newest first."))
  .add(HttpApiEndpoint.get("year", "/year/:year").setPath(Schema.Struct({ year })).addSuccess(View.YearInFilms).addError(NotFound)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "A year of watching in review."))
  .annotate(Description, "Films and shows that were watched, by media server and film diary. What is only owned is not here.")
  .prefix("/watching")
  .middleware(Authentication)
{}

export const watching = room(WatchingApi)(Effect.map(Watching, (watching) => ({
  recent: ({ urlParams }) => Recent.ask(urlParams, (asked) => watching.recent(asked, asked, asked.exclude_ids)),
  movies: ({ urlParams }) => Movies.ask(urlParams, ({ decade = null, director = null, exclude_ids: exclude, genre = null, order, sort, year = null, ...page }) =>
    watching.movies({ page, genre, decade, director, year, sort, order, exclude })),
  movie: ({ path }) => watching.movie(path.id),
  stats: ({ urlParams }) => watching.stats(urlParams),
  genres: ({ urlParams }) => watching.genres(urlParams),
  decades: ({ urlParams }) => watching.decades(urlParams),
  directors: ({ urlParams }) => Directors.ask(urlParams, ({ limit, ...filters }) => watching.directors(limit, filters)),
  calendar: ({ urlParams }) => watching.calendar(urlParams.year),
  trends: ({ urlParams }) => Trends.ask(urlParams, (asked) => watching.trends(asked.period, asked)),
  shows: ({ urlParams }) => Shows.ask(urlParams, ({ order, sort, ...page }) => watching.shows({ page, sort, order })),
  show: ({ path }) => watching.show(path.id),
  season: ({ path }) => watching.season(path.id, path.season),
  ratings: ({ urlParams }) => Ratings.ask(urlParams, ({ order, sort, ...page }) => watching.ratings({ page, sort, order })),
  reviews: ({ urlParams }) => watching.reviews(Reviews.filled(urlParams)),
  year: ({ path }) => watching.year(path.year)
})))
