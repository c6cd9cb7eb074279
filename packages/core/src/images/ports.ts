import { Context, Data, Effect, type Option, Clock, Stream } from "effect"
import type { Domain, EntityRef, EntityType } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { ProviderAnswer, SourceFailure } from "../sync/SourceFailure.js"

/** A request for the picture of an entity. */
export interface ImageRequest {
  /** Addresses from its source, best first, without tokens. A provider that needs a token adds it to the request. */
  readonly urls: ReadonlyArray<string>
  /** Search terms for catalogues: `artist`, `album`, `title`, `year`, `mbid`, `tmdb_id`, … */
  readonly hints: Readonly<Record<string, string>>
}

export interface EntityImageRequest extends ImageRequest {
  readonly entity: EntityRef
}

/** The queue of picture requests. */
export class ImageRequests extends Context.Tag("@daybook/core/ImageRequests")<
  ImageRequests,
  {
    /** Upserts requests. A changed one is searched again, unless a person chose the picture. */
    readonly request: (
      domain: Domain,
      requests: ReadonlyArray<EntityImageRequest>
    ) => Effect.Effect<void, StorageFailure>
    /** Removes the pictures of deleted entities. */
    readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
  }
>() {}

/** A picture that a finder offers. */
export interface Candidate {
  readonly source: string
  /** Without any token. */
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

/** A provider that may have pictures. */
export interface PictureFinder {
  readonly source: string
  /** Best first; empty if it has none or nothing to search by. */
  readonly find: (want: ImageRequest) => Effect.Effect<ReadonlyArray<Candidate>, SourceFailure>
}

/** An enrichment whose result a finder needs, so that the picture waits for it. */
export interface AwaitedEnrichment {
  readonly type: EntityType
  /** The enrichment task of the same entities. */
  readonly task: string
}

/** The finders for a kind of picture, in the order in which they are asked. */
export class PictureFinders extends Context.Tag("@daybook/core/PictureFinders")<
  PictureFinders,
  {
    readonly of: (domain: Domain, type: EntityType) => ReadonlyArray<PictureFinder>
    /** The enrichments that pictures of a domain wait for. */
    readonly awaits: (domain: Domain) => ReadonlyArray<AwaitedEnrichment>
  }
>() {}

/** A stored picture with its placeholder and colours. */
export interface StoredPicture {
  /** Name of the original: the SHA-256 of its bytes, hexadecimal. */
  readonly original: string
  readonly width: number
  readonly height: number
  /** Base64 of the ThumbHash (https://evanw.github.io/thumbhash/). */
  readonly thumbhash: string | null
  /** `#rrggbb`. */
  readonly dominantColor: string | null
  readonly accentColor: string | null
  /** Where it came from: a provider's id, `page`, `upload` or `chosen`. */
  readonly source: string
  /** Its address, without any token; null for an upload. */
  readonly sourceUrl: string | null
}

/** The picture of one entity, and the request for it. */
export interface ImageRecord {
  readonly domain: Domain
  readonly request: EntityImageRequest
  /** Increases with every change of the picture; 0 before the first. */
  readonly version: number
  readonly picture: StoredPicture | null
  /** True if a person chose it: syncs do not replace it. */
  readonly isOverride: boolean
}

/** The outcome of a search for a picture. `Postponed`: a finder was unavailable, so the result is unknown. */
export type PictureOutcome =
  | { readonly _tag: "Found"; readonly entity: EntityRef; readonly picture: StoredPicture }
  | { readonly _tag: "Missing"; readonly entity: EntityRef }
  | { readonly _tag: "Postponed"; readonly entity: EntityRef }

type Answer<A> = Effect.Effect<A, StorageFailure>

/** A picture whose placeholder and colours must be computed again. */
export interface StalePicture {
  readonly domain: Domain
  readonly entity: EntityRef
  readonly original: string
}

/** Which pictures to search for again, in the order of ids. */
export interface RefetchRequest {
  readonly domain: Domain
  readonly types: ReadonlyArray<EntityType>
  /** Include pictures that were found. */
  readonly force: boolean
  readonly dryRun: boolean
  readonly limit: number
  readonly offset: number
  /** Only pictures of the artist with this name, case-insensitive. */
  readonly artist?: string | undefined
}

export type Appearance = Pick<StoredPicture, "thumbhash" | "dominantColor" | "accentColor">

/**
 * The queue of requested pictures, and the stored pictures. Every visible change increases the data version of the
 * domain.
 */
export class ImageRecords extends Context.Tag("@daybook/core/ImageRecords")<
  ImageRecords,
  {
    /**
     * Claims up to `limit` due requests, longest due first, for some minutes; a crashed process blocks no one for
     * longer. Requests that await an enrichment wait for it, at most a quarter of an hour.
     */
    readonly claim: (
      domain: Domain,
      limit: number,
      awaited?: ReadonlyArray<AwaitedEnrichment>
    ) => Answer<ReadonlyArray<EntityImageRequest>>
    /** Releases claimed requests without an outcome, so that they are due again. */
    readonly release: (domain: Domain, requests: ReadonlyArray<EntityImageRequest>) => Answer<void>
    /** Number of due requests. */
    readonly due: (domain: Domain, awaited?: ReadonlyArray<AwaitedEnrichment>) => Answer<number>
    /**
     * Records outcomes. A missing picture is due again after 7 days, then with back-off up to 28; a postponed one after
     * minutes, then hours. A picture that a person chose meanwhile stays.
     */
    readonly recordOutcomes: (domain: Domain, outcomes: ReadonlyArray<PictureOutcome>) => Answer<void>
    /** None if no such entity requests a picture. */
    readonly find: (domain: Domain, entity: EntityRef) => Answer<Option.Option<ImageRecord>>
    /** Makes missing pictures due now, with `force` all but those a person chose. Returns their number. */
    readonly refetch: (of: RefetchRequest) => Answer<number>
    /** Sets the picture that a person chose; none if no such entity requests a picture. */
    readonly override: (domain: Domain, entity: EntityRef, picture: StoredPicture) => Answer<Option.Option<ImageRecord>>
    /** Removes the chosen picture and requests another; until one is found there is none. */
    readonly reset: (domain: Domain, entity: EntityRef) => Answer<Option.Option<ImageRecord>>
    /** The originals that no record uses. */
    readonly unused: (originals: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
    /** Pictures without placeholder and colours, in a fixed order. */
    readonly stale: (limit: number) => Answer<ReadonlyArray<StalePicture>>
    readonly staleCount: Answer<number>
    /** Marks every picture for a new computation of placeholder and colours. */
    readonly markStale: Answer<void>
    /** Null if they cannot be computed: they are not requested again. */
    readonly setAppearance: (of: StalePicture, looks: Appearance | null) => Answer<void>
  }
>() {}

/** The content is no usable picture. `message` is one line with the reason. A damaged one may have been cut. */
export class Unusable extends Data.TaggedError("Unusable")<{
  readonly message: string
  readonly isDamaged?: boolean
}> {}

/** The picture could not be read now; a retry may succeed. `answer` is what its host answered in place of it. */
export class Unreachable extends Data.TaggedError("Unreachable")<{
  readonly message: string
  readonly answer?: ProviderAnswer | undefined
}> {}

/** Stores pictures: fetches, validates, stores the original, computes placeholder and colours. */
export class PictureIntake extends Context.Tag("@daybook/core/PictureIntake")<
  PictureIntake,
  {
    readonly fetch: (
      candidate: Pick<Candidate, "source" | "url">
    ) => Effect.Effect<StoredPicture, Unusable | Unreachable | StorageFailure>
    readonly store: (bytes: Uint8Array, source: string) => Effect.Effect<StoredPicture, Unusable | StorageFailure>
    /** Placeholder and colours of a stored original. */
    readonly appearance: (original: string) => Effect.Effect<Appearance, Unusable | StorageFailure>
  }
>() {}

export interface StoredOriginal {
  readonly name: string
  /** When it was last stored, epoch milliseconds. */
  readonly at: number
}

/** The bytes of original pictures, each under its SHA-256. */
export class Originals extends Context.Tag("@daybook/core/Originals")<
  Originals,
  {
    /** Stores the bytes unless they exist, and returns their name. The write is atomic. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<string, StorageFailure>
    readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>, StorageFailure>
    /** All originals, in no order. */
    readonly all: Stream.Stream<StoredOriginal, StorageFailure>
    readonly remove: (name: string) => Effect.Effect<void, StorageFailure>
  }
>() {}

/** Originals are stored before their record, so recent ones may be needed. */
const graceMs = 24 * 3_600_000

const batch = 200

/** Removes originals that no record uses and returns their number. */
export const sweepOriginals = Effect.gen(function* () {
  const originals = yield* Originals
  const records = yield* ImageRecords
  const before = (yield* Clock.currentTimeMillis) - graceMs
  return yield* originals.all.pipe(
    Stream.filter(({ at }) => at < before),
    Stream.map(({ name }) => name),
    Stream.grouped(batch),
    Stream.mapEffect((names) => records.unused([...names])),
    Stream.flattenIterables,
    Stream.mapEffect(originals.remove),
    Stream.runCount
  )
}).pipe(Effect.withSpan("images.sweepOriginals"))
