import { ImageRecords } from "@daybook/core/images"
import { listOf } from "@daybook/core/shared"
import * as View from "@daybook/core/watching"
import { Watching, WatchingAdmin } from "@daybook/core/watching"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema, Effect } from "effect"
import { Deleted, created, deleted, get, del, post, put } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { cachedFor, longWhenEnded, longWhenPast } from "../kit/caching.js"
import { NotFound, Contradiction, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { Backfill, queuesPictures, queueBackfill } from "../kit/jobs.js"
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

const Watch = byId("Id of the viewing")
const Merges = query({ limit: limit(100), page }, { limit: 20, page: 1 })

const Pictures = Backfill(Schema.Literal("movies", "shows", "all"))
const typesOf = { movies: ["movie"], shows: ["show"], all: ["movie", "show"] } as const

/** Manual changes of viewings. */
export class WatchingAdminApi extends HttpApiGroup.make("watchingAdmin")
  .add(
    post("addWatch", "/movies", "Add a viewing")
      .setPayload(body(View.NewWatch))
      .addSuccess(created(View.ChangedWatch))
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a viewing of a film, by default now. 404 if the film is unknown, 409 if it already has a " +
          "viewing on that day."
      )
  )
  .add(
    put("changeWatch", "/movies/:id", "Change a viewing")
      .setPath(Watch)
      .setPayload(body(View.WatchChange))
      .addSuccess(View.ChangedWatch)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "Changes a viewing of a film. Later reports of sources no longer change it.")
  )
  .add(
    del("removeWatch", "/movies/:id", "Delete a viewing")
      .setPath(Watch)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Deletes a viewing of a film for good, even if a source continues to report it.")
  )
  .add(
    get("merges", "/merges", "List merged viewings")
      .setUrlParams(Merges.params)
      .addSuccess(listOf(View.Merge))
      .annotate(Description, "Reports that were merged into another viewing, with the reasons.")
  )
  .add(
    del("undoMerge", "/merges/:id", "Undo a merge of viewings")
      .setPath(byId("Id of the merged report"))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Turns a merged report back into a separate viewing for good.")
  )
  .add(
    queuesPictures("backfillImages", "/backfill-images", "Look for film and show pictures", {
      pictures: "pictures of films and shows",
      request: Pictures
    })
  )
  .annotate(Description, "Manual changes of viewings and merges. Needs an admin key.")
  .prefix("/watching/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const watchingAdmin = handlersFor(WatchingAdminApi)([WatchingAdmin, ImageRecords], (admin, images) => ({
  addWatch: ({ payload }) => admin.add(payload),
  changeWatch: ({ path, payload }) => admin.edit(path.id, payload),
  removeWatch: ({ path: { id } }) => Effect.as(admin.remove(id), deleted(id)),
  merges: Merges.handle(admin.merges),
  backfillImages: ({ payload }) => queueBackfill(images, "watching", typesOf[payload.type ?? "movies"], payload),
  undoMerge: ({ path: { id } }) => Effect.as(admin.separate(id), deleted(id))
}))
