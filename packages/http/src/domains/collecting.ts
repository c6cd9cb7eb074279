import * as View from "@daybook/core/collecting"
import { Collecting, copySorts, discSorts, mediaTypes, wantSorts, CollectingAdmin } from "@daybook/core/collecting"
import { ImageRecords } from "@daybook/core/images"
import { listOf } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { cachedFor, longWhenPast } from "../kit/caching.js"
import { get, post } from "../kit/endpoints.js"
import { NotFound, Contradiction, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { Backfill, queuesPictures, queueBackfill } from "../kit/jobs.js"
import { InDates, byId, dates, limit, oneOf, order, page, query, text, yearSince, words } from "../kit/params.js"

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
  recentRecords: Recent.handle((rest) => collecting.recentRecords(rest, rest)),
  stats: ({ urlParams }) => collecting.stats(urlParams),
  wants: Wants.handle(({ order, sort, ...rest }) => collecting.wants({ page: rest, sort, order }, rest)),
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

const title = words("Name or part of a name")
const ReleasesNamed = Schema.Struct({ title, artist: Schema.optional(words("Name of the artist")) })

/** Additions to and removals from the collections at their providers. */
export class CollectingAdminApi extends HttpApiGroup.make("collectingAdmin")
  .add(
    post("addDisc", "/media", "Add a film on disc")
      .setPayload(body(View.NewDisc))
      .addSuccess(View.AddedDisc)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a film on disc to the collection. 409 if a name is ambiguous: choose one of the candidates."
      )
  )
  .add(
    get("filmCandidates", "/media/candidates", "Find films by title")
      .setUrlParams(Schema.Struct({ title }))
      .addSuccess(View.FilmCandidates)
      .addError(Contradiction)
      .annotate(Description, "Films that match a name, best match first.")
  )
  .add(
    post("removeDisc", "/media/:id/remove", "Remove a film on disc")
      .setPath(byId("Id of the disc"))
      .addSuccess(View.RemovedDisc)
      .addError(NotFound)
      .addError(Contradiction)
      .annotate(Description, "Removes a disc from the collection.")
  )
  .add(
    post("addRecord", "/vinyl", "Add a record")
      .setPayload(body(View.NewRecord))
      .addSuccess(View.AddedRecord)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Adds a release to the collection unless it is already there. 409 if a name is ambiguous: choose one " +
          "of the candidates."
      )
  )
  .add(
    get("releaseCandidates", "/vinyl/candidates", "Find releases by title")
      .setUrlParams(ReleasesNamed)
      .addSuccess(View.ReleaseCandidates)
      .addError(Contradiction)
      .annotate(Description, "Releases that match a name, best match first.")
  )
  .add(
    queuesPictures("backfillReleases", "/backfill-images", "Look for record pictures", {
      pictures: "pictures of releases",
      request: Backfill(Schema.Literal("releases"))
    })
  )
  .add(
    queuesPictures("backfillDiscs", "/media/backfill-images", "Look for pictures of films on disc", {
      pictures: "pictures of discs",
      request: Backfill(Schema.Literal("media"))
    })
  )
  .annotate(Description, "Manual additions and removals, also at the provider. Needs an admin key.")
  .prefix("/admin/collecting")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const collectingAdmin = handlersFor(CollectingAdminApi)([CollectingAdmin, ImageRecords], (admin, images) => ({
  backfillReleases: ({ payload }) => queueBackfill(images, "collecting", ["release"], payload),
  backfillDiscs: ({ payload }) => queueBackfill(images, "collecting", ["media"], payload),
  addDisc: ({ payload }) => admin.addDisc(payload),
  filmCandidates: ({ urlParams }) => admin.filmCandidates(urlParams.title),
  removeDisc: ({ path }) => admin.removeDisc(path.id),
  addRecord: ({ payload }) => admin.addRecord(payload),
  releaseCandidates: ({ urlParams: { artist, title } }) =>
    admin.releaseCandidates({ title, artist: artist ?? null, year: null })
}))
