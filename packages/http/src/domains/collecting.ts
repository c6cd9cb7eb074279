import * as View from "@daybook/core/collecting"
import { Collecting, copySorts, discSorts, mediaTypes, wantSorts } from "@daybook/core/collecting"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { cachedFor, longWhenPast } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { dates, id, integer, limit, oneOf, page, query, text } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"

const cached = cachedFor("collecting")
/** Views that combine the collection with plays or viewings. */
const cachedWith = { listening: cachedFor("collecting", "listening"), watching: cachedFor("collecting", "watching") }
const today = { today: true }

const order = oneOf(["asc", "desc"], "Sort order: ascending or descending")
const part = (of: string) => text(`Part of ${of}, upper and lower case alike`)

const Records = query(
  {
    page,
    limit: limit(100),
    format: text("Format such as Vinyl, case-insensitive"),
    genre: part("a genre"),
    artist: part("an artist's name"),
    q: part("the title or an artist's name"),
    sort: oneOf(copySorts, "Sort field; items without a value come last"),
    order,
    ...dates
  },
  { page: 1, limit: 20, sort: "date_added", order: "desc" }
)
const Recent = query({ limit: limit(50), page, ...dates }, { limit: 10, page: 1 })
const Dates = query(dates, {})
const Wants = query(
  { page, limit: limit(100), sort: oneOf(wantSorts, "Sort field; items without a value come last"), order, ...dates },
  { page: 1, limit: 20, sort: "date_added", order: "desc" }
)
const Artists = query({ limit: limit(100) }, { limit: 20 })
const CrossReference = query(
  {
    page,
    limit: limit(100),
    sort: oneOf(["plays", "added"], "Sort by number of plays or newest addition"),
    filter: oneOf(
      ["all", "listened", "unlistened"],
      "Records whose album was played, or was not; plays of the artist alone do not count"
    )
  },
  { page: 1, limit: 20, sort: "plays", filter: "all" }
)
const Calendar = query({ year: integer({ minimum: 0, maximum: 9999 }, "Year, from 2000 to next year") }, {})
const Media = query(
  {
    page,
    limit: limit(100),
    format: oneOf(mediaTypes, "Only discs of this media type"),
    genre: part("a genre"),
    q: part("the title"),
    sort: oneOf(discSorts, "Sort field; items without a value come last"),
    order,
    ...dates
  },
  { page: 1, limit: 20, sort: "collected_at", order: "desc" }
)
const Watched = query(
  {
    page,
    limit: limit(100),
    filter: oneOf(["all", "watched", "unwatched"], "Only films that were watched, or that were not")
  },
  { page: 1, limit: 20, filter: "all" }
)

/** Records, discs and wantlist. */
export class CollectingApi extends HttpApiGroup.make("collecting")
  .add(
    HttpApiEndpoint.get("records", "/vinyl")
      .setUrlParams(Records.params)
      .addSuccess(listOf(View.RecordView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Records of the collection, one item per copy.")
  )
  .add(
    HttpApiEndpoint.get("record", "/vinyl/:id")
      .setPath(Schema.Struct({ id: id("Id of the record") }))
      .addSuccess(View.RecordDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One record with its tracks, condition and Discogs market data.")
  )
  .add(
    HttpApiEndpoint.get("recentRecords", "/recent")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecordView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Recently added records, newest first.")
  )
  .add(
    HttpApiEndpoint.get("stats", "/stats")
      .setUrlParams(Dates.params)
      .addSuccess(View.CollectionStats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals of the collection, over all time or of items added between dates.")
  )
  .add(
    HttpApiEndpoint.get("wants", "/wantlist")
      .setUrlParams(Wants.params)
      .addSuccess(listOf(View.WantView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Releases on the wantlist.")
  )
  .add(
    HttpApiEndpoint.get("formats", "/formats")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of records by format.")
  )
  .add(
    HttpApiEndpoint.get("genres", "/genres")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of records by genre; a record may have several genres.")
  )
  .add(
    HttpApiEndpoint.get("artists", "/artists")
      .setUrlParams(Artists.params)
      .addSuccess(View.CollectedArtists)
      .annotateContext(cachedWith.listening("medium"))
      .annotate(Description, 'Artists with the most releases. "Various Artists" is left out.')
  )
  .add(
    HttpApiEndpoint.get("heard", "/cross-reference")
      .setUrlParams(CrossReference.params)
      .addSuccess(View.PlayedRecords)
      .annotateContext(cachedWith.listening("medium"))
      .annotate(Description, "Records compared with plays.")
  )
  .add(
    HttpApiEndpoint.get("calendar", "/calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.CollectionCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Records and discs added per day of a year, by default the current one. Days without additions are left out."
      )
  )
  .add(
    HttpApiEndpoint.get("discs", "/media")
      .setUrlParams(Media.params)
      .addSuccess(listOf(View.DiscView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Films on disc.")
  )
  .add(
    HttpApiEndpoint.get("recentDiscs", "/media/recent")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecentDisc))
      .annotateContext(cached("medium"))
      .annotate(Description, "Recently added films on disc, newest first.")
  )
  .add(
    HttpApiEndpoint.get("mediaTypes", "/media/formats")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of discs by media type.")
  )
  .add(
    HttpApiEndpoint.get("mediaStats", "/media/stats")
      .setUrlParams(Dates.params)
      .addSuccess(View.MediaStats)
      .annotateContext(cached("medium", today))
      .annotate(
        Description,
        "Discs by format, resolution and HDR, films by genre and decade, over all time or added between dates."
      )
  )
  .add(
    HttpApiEndpoint.get("watched", "/media/cross-reference")
      .setUrlParams(Watched.params)
      .addSuccess(View.WatchedDiscs)
      .annotateContext(cachedWith.watching("medium"))
      .annotate(Description, "Films on disc compared with viewings, newest addition first.")
  )
  .add(
    HttpApiEndpoint.get("disc", "/media/:id")
      .setPath(Schema.Struct({ id: id("Id of the disc") }))
      .addSuccess(View.DiscDetail)
      .addError(NotFound)
      .annotateContext(cachedWith.watching("medium"))
      .annotate(Description, "One disc with all viewings of its film.")
  )
  .annotate(Description, "Records and films on disc: the collection, the wantlist, and what was played or watched.")
  .prefix("/collecting")
  .middleware(Authentication) {}

export const collecting = handlersFor(CollectingApi)(
  Effect.map(Collecting, (collecting) => ({
    records: ({ urlParams }) =>
      Records.use(urlParams, ({ artist = null, format = null, genre = null, order, q = null, sort, ...rest }) =>
        collecting.records({ page: rest, format, genre, artist, text: q, sort, order }, rest)
      ),
    record: ({ path }) => collecting.record(path.id),
    recentRecords: ({ urlParams }) => Recent.use(urlParams, (rest) => collecting.recentRecords(rest, rest)),
    stats: ({ urlParams }) => collecting.stats(urlParams),
    wants: ({ urlParams }) =>
      Wants.use(urlParams, ({ order, sort, ...rest }) => collecting.wants({ page: rest, sort, order }, rest)),
    formats: () => collecting.formats,
    genres: () => collecting.genres,
    artists: ({ urlParams }) => collecting.artists(Artists.withDefaults(urlParams).limit),
    heard: ({ urlParams }) =>
      CrossReference.use(urlParams, ({ filter, sort, ...page }) => collecting.played({ page, sort, filter })),
    calendar: ({ urlParams }) => collecting.calendar(urlParams.year),
    discs: ({ urlParams }) =>
      Media.use(urlParams, ({ format = null, genre = null, order, q = null, sort, ...rest }) =>
        collecting.discs({ page: rest, mediaType: format, genre, title: q, sort, order }, rest)
      ),
    recentDiscs: ({ urlParams }) => Recent.use(urlParams, (rest) => collecting.recentDiscs(rest, rest)),
    mediaTypes: () => collecting.mediaTypes,
    mediaStats: ({ urlParams }) => collecting.mediaStats(urlParams),
    watched: ({ urlParams }) => Watched.use(urlParams, ({ filter, ...page }) => collecting.watched({ page, filter })),
    disc: ({ path }) => collecting.disc(path.id)
  }))
)
