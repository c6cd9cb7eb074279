import { Schema } from "effect"
import { Amount, Text, field, titleField, optionalYearField } from "../../shared/fields.js"
import { audios, hdrs, knownMediaTypes, mediaTypes, resolutions } from "../discs.js"

const Id = Schema.Int.pipe(Schema.between(1, 2_147_483_647))
const Name = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(500))
const Year = Schema.Int.pipe(Schema.between(1800, 2200))

/** `POST /v1/admin/collecting/media`: a film by id or title, and its edition. */
export const NewDisc = Schema.Struct({
  tmdb_id: field(Schema.optional(Id), "Id at TMDB", 100066),
  imdb_id: field(Schema.optional(Schema.String.pipe(Schema.pattern(/^tt\d{1,10}$/))), "Id at IMDb", "tt2000374"),
  title: field(Schema.optional(Name), "Title", "Violet Chalk"),
  year: field(Schema.optional(Year), "Year of release", 1992),
  media_type: field(Schema.Literal(...knownMediaTypes), "Kind of disc"),
  resolution: field(Schema.optional(Schema.NullOr(Schema.Literal(...resolutions))), "Resolution", "hd_1080p"),
  hdr: field(Schema.optional(Schema.NullOr(Schema.Literal(...hdrs))), "HDR format", "hdr10"),
  audio: field(Schema.optional(Schema.NullOr(Schema.Literal(...audios))), "Best audio format", "dts_hd_ma"),
  audio_channels: field(
    Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.pattern(/^\d{1,2}[_.]\d([_.]\d)?$/)))),
    "Audio channels",
    "5_1"
  )
}).annotations({ identifier: "NewDisc" })
export type NewDisc = typeof NewDisc.Type

/** `POST /v1/admin/collecting/vinyl`: a release by id or title. */
export const NewRecord = Schema.Struct({
  discogs_id: field(Schema.optional(Id), "Id at Discogs", 1074567),
  title: field(Schema.optional(Name), "Title", "Violet Chalk"),
  artist: field(Schema.optional(Name), "Artist as the release names it", "Velmora Tide"),
  year: field(Schema.optional(Year), "Year", 2026)
}).annotations({ identifier: "NewRecord" })
export type NewRecord = typeof NewRecord.Type

/** `existing` if nothing had to be added. */
const Status = Schema.Literal("added", "existing")

export const AddedDisc = Schema.Struct({
  status: field(Status, "Status"),
  movie: field(
    Schema.Struct({ title: titleField, year: optionalYearField, tmdb_id: field(Amount, "Id at TMDB", 100066) }),
    "Film"
  ),
  media_type: field(Schema.Literal(...mediaTypes), "Kind of disc"),
  trakt: field(
    Schema.Struct({
      added: field(Schema.Number, "Number of discs added at Trakt", 1),
      existing: field(Schema.Number, "Number of discs that Trakt already had", 0)
    }),
    "Result at Trakt"
  ),
  image_processed: field(Schema.Boolean, "Whether a picture was available immediately", false)
}).annotations({ identifier: "AddedDisc" })
export type AddedDisc = typeof AddedDisc.Type

export const RemovedDisc = Schema.Struct({
  status: field(Schema.Literal("removed"), "Status"),
  message: field(Schema.String, "One-line description of the result", "Done")
}).annotations({ identifier: "RemovedDisc" })
export type RemovedDisc = typeof RemovedDisc.Type

export const AddedRecord = Schema.Struct({
  status: field(Status, "Status"),
  release: field(
    Schema.Struct({
      discogs_id: field(Schema.Number, "Id at Discogs", 1074567),
      title: titleField,
      artists: field(Schema.Array(Schema.String), "Names of the artists as printed on the sleeve", ["Velmora Tide"]),
      year: optionalYearField
    }),
    "Added release"
  ),
  discogs: field(
    Schema.Struct({ instance_id: field(Schema.Number, "Instance id of the copy at Discogs", 900000042) }),
    "Result at Discogs"
  ),
  image_processed: field(Schema.Boolean, "Whether a picture was available immediately", false)
}).annotations({ identifier: "AddedRecord" })
export type AddedRecord = typeof AddedRecord.Type

/** The matches of a title. Add one of them by its id. */
export const FilmCandidates = Schema.Struct({
  data: field(
    Schema.Array(
      Schema.Struct({
        title: titleField,
        year: optionalYearField,
        tmdb_id: field(Amount, "Id at TMDB", 100066),
        imdb_id: field(Text, "Id at IMDb", "tt2000374")
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "FilmCandidates" })
export type FilmCandidates = typeof FilmCandidates.Type

export const ReleaseCandidates = Schema.Struct({
  data: field(
    Schema.Array(
      Schema.Struct({
        title: titleField,
        year: optionalYearField,
        discogs_id: field(Schema.Number, "Id at Discogs", 1074567),
        format: field(Text, "Format such as `Vinyl`, `CD` or `Cassette`; `Unknown` if no format is given", "Vinyl"),
        country: field(Text, "Country", "Germany")
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "ReleaseCandidates" })
export type ReleaseCandidates = typeof ReleaseCandidates.Type

/** What a person decided about a match; null forgets an earlier decision. */
export const MatchChoice = Schema.Struct({
  same: field(Schema.NullOr(Schema.Boolean), "Whether both are the same; null forgets an earlier decision", true)
}).annotations({ identifier: "MatchChoice" })

export const DecidedMatch = Schema.Struct({
  id: field(Schema.Number, "Id of the release or the disc", 1074567),
  match: field(Schema.Number, "Id of the album or the film", 42),
  same: field(Schema.NullOr(Schema.Boolean), "Whether both are the same; null if it is not decided", true)
}).annotations({ identifier: "DecidedMatch" })
