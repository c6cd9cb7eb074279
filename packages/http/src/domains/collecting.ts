import * as View from "@daybook/core/collecting"
import { Collecting, copySorts, discSorts, mediaTypes, wantSorts } from "@daybook/core/collecting"
import { listOf } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenPast } from "../kit/caching.js"
import { get } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { InDates, byId, dates, limit, oneOf, order, page, query, text, yearSince } from "../kit/params.js"

const cached = cachedFor("collecting")
/** Views that combine the collection with plays or viewings. */
const cachedWith = { listening: cachedFor("collecting", "listening"), watching: cachedFor("collecting", "watching") }
const today = { today: true }

const paged = { page, limit: limit(100) }
const part = (of: string) => text(`Part of ${of}, upper and lower case alike`)

const Records = query(
  {
    ...paged,
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
const Wants = query(
  { ...paged, sort: oneOf(wantSorts, "Sort field; items without a value come last"), order, ...dates },
  { page: 1, limit: 20, sort: "date_added", order: "desc" }
)
const Artists = query({ limit: limit(100) }, { limit: 20 })
const CrossReference = query(
  {
    ...paged,
    sort: oneOf(["plays", "added"], "Sort by number of plays or newest addition"),
    filter: oneOf(
      ["all", "listened", "unlistened"],
      "Records whose album was played, or was not; plays of the artist alone do not count"
    )
  },
  { page: 1, limit: 20, sort: "plays", filter: "all" }
)
const Calendar = query({ year: yearSince(2000) }, {})
const Media = query(
  {
    ...paged,
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
  { ...paged, filter: oneOf(["all", "watched", "unwatched"], "Only films that were watched, or that were not") },
  { page: 1, limit: 20, filter: "all" }
)

/** Records, discs and wantlist. */
export class CollectingApi extends HttpApiGroup.make("collecting")
  .add(
    get("records", "/vinyl", "List records")
      .setUrlParams(Records.params)
      .addSuccess(listOf(View.RecordView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Records of the collection, one item per copy.")
  )
  .add(
    get("record", "/vinyl/:id", "Record detail")
      .setPath(byId("Id of the record"))
      .addSuccess(View.RecordDetail)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One record with its tracks, condition and Discogs market data.")
  )
  .add(
    get("recordPlays", "/vinyl/:id/plays", "Plays of a record")
      .setPath(byId("Id of the record"))
      .addSuccess(View.RecordPlays)
      .addError(NotFound)
      .annotateContext(cachedWith.listening("medium"))
      .annotate(
        Description,
        "The album and the artist of a record in the listening domain, and how often it was played."
      )
  )
  .add(
    get("recentRecords", "/recent", "Recently added records")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecordView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Recently added records, newest first.")
  )
  .add(
    get("stats", "/stats", "Collection statistics")
      .setUrlParams(InDates.params)
      .addSuccess(View.CollectionStats)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Totals of the collection, over all time or of items added between dates.")
  )
  .add(
    get("wants", "/wantlist", "Wantlist")
      .setUrlParams(Wants.params)
      .addSuccess(listOf(View.WantView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Releases on the wantlist.")
  )
  .add(
    get("want", "/wantlist/:id", "Want detail")
      .setPath(byId("Id of the want"))
      .addSuccess(View.WantView)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One wanted release.")
  )
  .add(
    get("formats", "/formats", "Records by format")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of records by format.")
  )
  .add(
    get("genres", "/genres", "Records by genre")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of records by genre; a record may have several genres.")
  )
  .add(
    get("artists", "/artists", "Records by artist")
      .setUrlParams(Artists.params)
      .addSuccess(View.CollectedArtists)
      .annotateContext(cachedWith.listening("medium"))
      .annotate(Description, 'Artists with the most releases. "Various Artists" is left out.')
  )
  .add(
    get("heard", "/cross-reference", "Records compared with plays")
      .setUrlParams(CrossReference.params)
      .addSuccess(View.PlayedRecords)
      .annotateContext(cachedWith.listening("medium"))
      .annotate(Description, "Records compared with plays.")
  )
  .add(
    get("calendar", "/calendar", "Collection calendar")
      .setUrlParams(Calendar.params)
      .addSuccess(View.CollectionCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        "Records and discs added per day of a year, by default the current one. Days without additions are left out."
      )
  )
  .add(
    get("discs", "/media", "List films on disc")
      .setUrlParams(Media.params)
      .addSuccess(listOf(View.DiscView))
      .annotateContext(cached("medium"))
      .annotate(Description, "Films on disc.")
  )
  .add(
    get("recentDiscs", "/media/recent", "Recently added films on disc")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RecentDisc))
      .annotateContext(cached("medium"))
      .annotate(Description, "Recently added films on disc, newest first.")
  )
  .add(
    get("mediaTypes", "/media/formats", "Films on disc by media type")
      .addSuccess(View.NamedCounts)
      .annotateContext(cached("medium"))
      .annotate(Description, "Number of discs by media type.")
  )
  .add(
    get("mediaStats", "/media/stats", "Statistics of films on disc")
      .setUrlParams(InDates.params)
      .addSuccess(View.MediaStats)
      .annotateContext(cached("medium", today))
      .annotate(
        Description,
        "Discs by format, resolution and HDR, films by genre and decade, over all time or added between dates."
      )
  )
  .add(
    get("watched", "/media/cross-reference", "Films on disc compared with viewings")
      .setUrlParams(Watched.params)
      .addSuccess(View.WatchedDiscs)
      .annotateContext(cachedWith.watching("medium"))
      .annotate(Description, "Films on disc compared with viewings, newest addition first.")
  )
  .add(
    get("disc", "/media/:id", "Detail of a film on disc")
      .setPath(byId("Id of the disc"))
      .addSuccess(View.DiscDetail)
      .addError(NotFound)
      .annotateContext(cachedWith.watching("medium"))
      .annotate(Description, "One disc with all viewings of its film.")
  )
  .annotate(Description, "Records and films on disc: the collection, the wantlist, and what was played or watched.")
  .prefix("/collecting")
  .middleware(Authentication) {}

export const collecting = handlersFor(CollectingApi)([Collecting], (collecting) => ({
  records: Records.handle(({ artist = null, format = null, genre = null, order, q = null, sort, ...rest }) =>
    collecting.records({ page: rest, format, genre, artist, text: q, sort, order }, rest)
  ),
  record: ({ path }) => collecting.record(path.id),
  recordPlays: ({ path }) => collecting.playsOf(path.id),
  recentRecords: Recent.handle((rest) => collecting.recentRecords(rest, rest)),
  stats: ({ urlParams }) => collecting.stats(urlParams),
  wants: Wants.handle(({ order, sort, ...rest }) => collecting.wants({ page: rest, sort, order }, rest)),
  want: ({ path }) => collecting.want(path.id),
  formats: () => collecting.formats,
  genres: () => collecting.genres,
  artists: Artists.handle(({ limit }) => collecting.artists(limit)),
  heard: CrossReference.handle(({ filter, sort, ...page }) => collecting.played({ page, sort, filter })),
  calendar: ({ urlParams }) => collecting.calendar(urlParams.year),
  discs: Media.handle(({ format = null, genre = null, order, q = null, sort, ...rest }) =>
    collecting.discs({ page: rest, mediaType: format, genre, title: q, sort, order }, rest)
  ),
  recentDiscs: Recent.handle((rest) => collecting.recentDiscs(rest, rest)),
  mediaTypes: () => collecting.mediaTypes,
  mediaStats: ({ urlParams }) => collecting.mediaStats(urlParams),
  watched: Watched.handle(({ filter, ...page }) => collecting.watched({ page, filter })),
  disc: ({ path }) => collecting.disc(path.id)
}))
