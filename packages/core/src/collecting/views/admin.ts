import { Schema } from "effect"
import { audios, hdrs, knownMediaTypes, mediaTypes, resolutions } from "../records.js"
import { Amount, Text } from "../../shared/fields.js"

const Id = Schema.Int.pipe(Schema.between(1, 2_147_483_647))
const Name = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(500))
const Year = Schema.Int.pipe(Schema.between(1800, 2200))

/** `POST /v1/admin/collecting/media`: which film, by a number or by its name, and how it is held. */
export const NewDisc = Schema.Struct({
  tmdb_id: Schema.optional(Id),
  imdb_id: Schema.optional(Schema.String.pipe(Schema.pattern(/^tt\d{1,10}$/))),
  title: Schema.optional(Name),
  year: Schema.optional(Year),
  media_type: Schema.Literal(...knownMediaTypes),
  resolution: Schema.optional(Schema.NullOr(Schema.Literal(...resolutions))),
  hdr: Schema.optional(Schema.NullOr(Schema.Literal(...hdrs))),
  audio: Schema.optional(Schema.NullOr(Schema.Literal(...audios))),
  audio_channels: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.pattern(/^\d{1,2}[_.]\d([_.]\d)?$/))))
}).annotations({ identifier: "NewDisc" })
export type NewDisc = typeof NewDisc.Type

/** `POST /v1/admin/collecting/vinyl`: which release, by its number or by its name. */
export const NewRecord = Schema.Struct({
  discogs_id: Schema.optional(Id),
  title: Schema.optional(Name),
  artist: Schema.optional(Name),
  year: Schema.optional(Year)
}).annotations({ identifier: "NewRecord" })
export type NewRecord = typeof NewRecord.Type

/** `status` is `existing` where nothing had to be added. */
const Status = Schema.Literal("added", "existing")

export const AddedDisc = Schema.Struct({
  status: Status,
  movie: Schema.Struct({ title: Schema.String, year: Amount, tmdb_id: Amount }),
  media_type: Schema.Literal(...mediaTypes),
  trakt: Schema.Struct({ added: Schema.Number, existing: Schema.Number }),
  image_processed: Schema.Boolean
}).annotations({ identifier: "AddedDisc" })
export type AddedDisc = typeof AddedDisc.Type

export const RemovedDisc = Schema.Struct({ status: Schema.Literal("removed"), message: Schema.String }).annotations({ identifier: "RemovedDisc" })
export type RemovedDisc = typeof RemovedDisc.Type

export const AddedRecord = Schema.Struct({
  status: Status,
  release: Schema.Struct({ discogs_id: Schema.Number, title: Schema.String, artists: Schema.Array(Schema.String), year: Amount }),
  discogs: Schema.Struct({ instance_id: Schema.Number }),
  image_processed: Schema.Boolean
}).annotations({ identifier: "AddedRecord" })
export type AddedRecord = typeof AddedRecord.Type

/** What a name may mean: choose one and add it by its number. */
export const FilmCandidates = Schema.Struct({
  data: Schema.Array(Schema.Struct({ title: Schema.String, year: Amount, tmdb_id: Amount, imdb_id: Text }))
}).annotations({ identifier: "FilmCandidates" })
export type FilmCandidates = typeof FilmCandidates.Type

export const ReleaseCandidates = Schema.Struct({
  data: Schema.Array(Schema.Struct({ title: Schema.String, year: Amount, discogs_id: Schema.Number, format: Text, country: Text }))
}).annotations({ identifier: "ReleaseCandidates" })
export type ReleaseCandidates = typeof ReleaseCandidates.Type
