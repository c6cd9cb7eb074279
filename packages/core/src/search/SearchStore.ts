import { Context, type Effect } from "effect"
import type { Picture } from "../images/Picture.js"
import type { Domain, EntityRef, EntityType } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { PageOf, Paged } from "../shared/fields.js"

/** The searchable text of an entity, as people wrote it. The store normalises case and diacritics. */
export interface Document {
  readonly title: string
  readonly subtitle: string | null
  /** Other searchable text, with the lowest weight. */
  readonly body: string | null
  /** Shown with a hit, such as web address and author. */
  readonly details: Readonly<Record<string, string | null>>
}

export interface EntityDocument extends Document {
  readonly entity: EntityRef
}

/** A found document. */
export interface DocumentMatch extends Omit<EntityDocument, "body"> {
  readonly domain: Domain
  readonly picture: Picture | null
}

/** A keyword query. `terms` come from `termsOf`: not empty, each the beginning of a word. */
export interface TermQuery {
  readonly terms: ReadonlyArray<string>
  /** Null for all. */
  readonly domain: Domain | null
  /** Types of records, with `headOnly`; all by default. */
  readonly types?: ReadonlyArray<EntityType>
  /** True to look in titles and subtitles alone. */
  readonly headOnly?: true
}

/** The search index of all domains. */
export class SearchStore extends Context.Tag("@daybook/core/SearchStore")<
  SearchStore,
  {
    /** Upserts documents, one for each entity. */
    readonly put: (domain: Domain, documents: ReadonlyArray<EntityDocument>) => Effect.Effect<void, StorageFailure>
    readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
    /**
     * A page of the documents that contain every term, in a total order. The title equals the query; starts with it;
     * contains all terms; title and subtitle do; or the body is needed. Within each group by weight (kind, frequency
     * and recency of use), then title, domain, type and id. `total` counts all matches.
     */
    readonly find: (sought: TermQuery, page: PageOf) => Effect.Effect<Paged<DocumentMatch>, StorageFailure>
    /** The first results of `find` in its order, by reference only and without a total. */
    readonly leading: (
      sought: TermQuery,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Pick<DocumentMatch, "domain" | "entity">>, StorageFailure>
    /** Documents of entities, in no order; entities without one are absent. */
    readonly documents: (
      domain: Domain,
      entities: ReadonlyArray<EntityRef>
    ) => Effect.Effect<ReadonlyArray<DocumentMatch>, StorageFailure>
    /** Rebuilds `limit` index entries of a domain in place, from `offset` on. Runs inside a transaction. */
    readonly reindex: (
      domain: Domain,
      limit: number,
      offset: number
    ) => Effect.Effect<{ readonly renewed: number; readonly total: number }, StorageFailure>
    /** Recomputes the weights of a batch of documents after an entity: how many changed, and where to continue. */
    readonly weigh: (
      domain: Domain,
      after: EntityRef | null
    ) => Effect.Effect<{ readonly changed: number; readonly next: EntityRef | null }, StorageFailure>
    /** Computes the weights of those documents of some entities that are new. */
    readonly weighNew: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
  }
>() {}
