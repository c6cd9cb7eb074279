import * as View from "@daybook/core/collecting"
import { Collecting, copySorts, discSorts, mediaTypes, wantSorts } from "@daybook/core/collecting"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, id, integer, limit, oneOf, page, text } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenPast } from "../shared/span.js"

const made = madeOf("collecting")
/** Read together with what was heard or watched. */
const besides = { heard: madeOf("collecting", "listening"), watched: madeOf("collecting", "watching") }
const today = { today: true }

const order = oneOf(["asc", "desc"], "Ascending or descending")
const part = (of: string) => text(`Part of ${of}, upper and lower case alike`)

const Records = query({
  page,
  limit: limit(100),
  format: text("The carrier, such as Vinyl, upper and lower case alike"),
  genre: part("a genre"),
  artist: part("an artist's name"),
  q: part("the title or an artist's name"),
  sort: oneOf(copySorts, "What to sort by; what lacks it comes last"),
  order,
  ...dates
}, { page: 1, limit: 20, sort: "date_added", order: "desc" })
const Recent = query({ limit: limit(50), page, ...dates }, { limit: 10, page: 1 })
const Dates = query(dates, {})
const Wants = query({ page, limit: limit(100), sort: oneOf(wantSorts, "What to sort by; what lacks it comes last"), order, ...dates },
  { page: 1, limit: 20, sort: "date_added", order: "desc" })
const Artists = query({ limit: limit(100) }, { limit: 20 })
const Heard = query({
  page,
  limit: limit(100),
  sort: oneOf(["plays", "added"], "Most played or newest first"),
  filter: oneOf(["all", "listened", "unlistened"], "Listened are those whose album was played; their artist alone does not count")
}, { page: 1, limit: 20, sort: "plays", filter: "all" })
const Calendar = query({ year: integer({ minimum: 0, maximum: 9999 }, "A year from 2000 to the next") }, {})
const Media = query({
  page,
  limit: limit(100),
  format: oneOf(mediaTypes, "Only this media type"),
  genre: part("a genre"),
  q: part("the title"),
  sort: oneOf(discSorts, "What to sort by; what lacks it comes last"),
  order,
  ...dates
}, { page: 1, limit: 20, sort: "collected_at", order: "desc" })
const Watched = query({ page, limit: limit(100), filter: oneOf(["all", "watched", "unwatched"], "Only those whose film was watched, or was not") },
  { page: 1, limit: 20, filter: "all" })

/** Records, discs and wants: `api.md` §4, contract §5. */
export class CollectingApi extends HttpApiGroup.make("collecting")
  .add(HttpApiEndpoint.get("records", "/vinyl").setUrlParams(Records.params).addSuccess(listOf(View.RecordView))
    .annotateContext(made("medium")).annotate(Description, "The records of the collection, each copy by itself."))
  .add(HttpApiEndpoint.get("record", "/vinyl/:id").setPath(Schema.Struct({ id: id("The record's id") })).addSuccess(View.RecordDetail).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One record with its tracks, its condition, and what the community holds and asks for it."))
  .add(HttpApiEndpoint.get("recentRecords", "/recent").setUrlParams(Recent.params).addSuccess(listOf(View.RecordView))
    .annotateContext(made("medium")).annotate(Description, "Records, newest addition first."))
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.CollectionStats)
    .annotateContext(made("medium", today)).annotate(Description, "Totals, of everything or of what was added between dates."))
  .add(HttpApiEndpoint.get("wants", "/wantlist").setUrlParams(Wants.params).addSuccess(listOf(View.WantView))
    .annotateContext(made("medium")).annotate(Description, "Releases that are looked for."))
  .add(HttpApiEndpoint.get("formats", "/formats").addSuccess(View.NamedCounts)
    .annotateContext(made("medium")).annotate(Description, "Records by carrier."))
  .add(HttpApiEndpoint.get("genres", "/genres").addSuccess(View.NamedCounts)
    .annotateContext(made("medium")).annotate(Description, "Records by genre; one may have several."))
  .add(HttpApiEndpoint.get("artists", "/artists").setUrlParams(Artists.params).addSuccess(View.CollectedArtists)
    .annotateContext(besides.heard("medium")).annotate(Description, "The artists of most releases. Various artists are nobody."))
  .add(HttpApiEndpoint.get("heard", "/cross-reference").setUrlParams(Heard.params).addSuccess(View.HeardRecords)
    .annotateContext(besides.heard("medium")).annotate(Description, "Records beside what was listened to."))
  .add(HttpApiEndpoint.get("calendar", "/calendar").setUrlParams(Calendar.params).addSuccess(View.CollectionCalendar)
    .annotateContext(made(longWhenPast, today)).annotate(Description, "Records and discs added on each day of a year, by default the current one; days without any are left out."))
  .add(HttpApiEndpoint.get("discs", "/media").setUrlParams(Media.params).addSuccess(listOf(View.DiscView))
    .annotateContext(made("medium")).annotate(Description, "Films on disc."))
  .add(HttpApiEndpoint.get("recentDiscs", "/media/recent").setUrlParams(Recent.params).addSuccess(listOf(View.RecentDisc))
    .annotateContext(made("medium")).annotate(Description, "Films on disc, newest addition first."))
  .add(HttpApiEndpoint.get("mediaTypes", "/media/formats").addSuccess(View.NamedCounts)
    .annotateContext(made("medium")).annotate(Description, "Discs by media type."))
  .add(HttpApiEndpoint.get("mediaStats", "/media/stats").setUrlParams(Dates.params).addSuccess(View.MediaStats)
    .annotateContext(made("medium", today)).annotate(Description, "Discs by format, resolution and HDR, films by genre and decade; all, or those added between dates."))
  .add(HttpApiEndpoint.get("watched", "/media/cross-reference").setUrlParams(Watched.params).addSuccess(View.WatchedDiscs)
    .annotateContext(besides.watched("medium")).annotate(Description, "Discs beside what was watched, newest addition first."))
  .add(HttpApiEndpoint.get("disc", "/media/:id").setPath(Schema.Struct({ id: id("The disc's id") })).addSuccess(View.DiscDetail).addError(NotFound)
    .annotateContext(besides.watched("medium")).annotate(Description, "One disc, with each time its film was watched."))
  .annotate(Description, "Records and films on disc: what is owned, what is wanted, and what of it was heard or watched.")
  .prefix("/collecting")
  .middleware(Authentication)
{}

export const collecting = room(CollectingApi)(Effect.map(Collecting, (collecting) => ({
  records: ({ urlParams }) => Records.ask(urlParams, ({ artist = null, format = null, genre = null, order, q = null, sort, ...asked }) =>
    collecting.records({ page: asked, format, genre, artist, text: q, sort, order }, asked)),
  record: ({ path }) => collecting.record(path.id),
  recentRecords: ({ urlParams }) => Recent.ask(urlParams, (asked) => collecting.recentRecords(asked, asked)),
  stats: ({ urlParams }) => collecting.stats(urlParams),
  wants: ({ urlParams }) => Wants.ask(urlParams, ({ order, sort, ...asked }) => collecting.wants({ page: asked, sort, order }, asked)),
  formats: () => collecting.formats,
  genres: () => collecting.genres,
  artists: ({ urlParams }) => collecting.artists(Artists.filled(urlParams).limit),
  heard: ({ urlParams }) => Heard.ask(urlParams, ({ filter, sort, ...page }) => collecting.heard({ page, sort, filter })),
  calendar: ({ urlParams }) => collecting.calendar(urlParams.year),
  discs: ({ urlParams }) => Media.ask(urlParams, ({ format = null, genre = null, order, q = null, sort, ...asked }) =>
    collecting.discs({ page: asked, mediaType: format, genre, title: q, sort, order }, asked)),
  recentDiscs: ({ urlParams }) => Recent.ask(urlParams, (asked) => collecting.recentDiscs(asked, asked)),
  mediaTypes: () => collecting.mediaTypes,
  mediaStats: ({ urlParams }) => collecting.mediaStats(urlParams),
  watched: ({ urlParams }) => Watched.ask(urlParams, ({ filter, ...page }) => collecting.watched({ page, filter })),
  disc: ({ path }) => collecting.disc(path.id)
})))
