import type { Domain } from "@daybook/core"
import { type AwaitedEnrichment, type ImageRecord, ImageRecords, type PictureOutcome } from "@daybook/core/images"
import type { EntityRef } from "@daybook/core/shared"
import { type Statement } from "@effect/sql"
import { type Context, Effect, Layer, Option } from "effect"
import { wasTried } from "./EnrichmentTasks.js"
import { logPictures } from "./changes/logPictures.js"
import { entityTypeName, ofEntities } from "./entities.js"
import { foundImages, imageColumns, selectImage, selectWant, toRecord, toWant, wantColumns } from "./imageRows.js"
import { boolean, number, text } from "./kit/columns.js"
import { countOf } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import { inTransaction } from "./inTransaction.js"
import { implement } from "./kit/store.js"
import { Versions } from "./Versions.js"

type Of<Tag extends PictureOutcome["_tag"]> = Extract<PictureOutcome, { readonly _tag: Tag }>

/** Stores the outcomes of image searches. Runs in a transaction; marks the domain as changed if an image changed. */
const recordOutcomes = Effect.fn(function* (
  versions: Context.Tag.Service<Versions>,
  domain: Domain,
  outcomes: ReadonlyArray<PictureOutcome>
) {
  const of = <Tag extends PictureOutcome["_tag"]>(tag: Tag) =>
    outcomes.filter((outcome): outcome is Of<Tag> => outcome._tag === tag)
  const missing = of("Missing").map(({ entity }) => entity)
  const postponed = of("Postponed").map(({ entity }) => entity)
  if (missing.length > 0) {
    yield* sql`
      UPDATE images SET misses = misses + 1, failures = 0, due_at = now() + LEAST(7 * power(2, LEAST(misses, 2)), 28) * interval '1 day'
      WHERE ${ofEntities(domain, missing)} AND NOT gone AND NOT is_override`
  }
  if (postponed.length > 0) {
    yield* sql`
      UPDATE images SET failures = failures + 1, due_at = now() + LEAST(5 * power(2, LEAST(failures, 9)), 1440) * interval '1 minute'
      WHERE ${ofEntities(domain, postponed)} AND NOT gone AND NOT is_override`
  }
  const changed = yield* storeFound(domain, of("Found"))
  yield* logPictures(domain, changed)
  if (changed.length > 0) yield* versions.bump(domain)
})

/** The entities whose published image changed. Finding the same image again changes nothing. */
const storeFound = (domain: Domain, outcomes: ReadonlyArray<Of<"Found">>) =>
  outcomes.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ type: entityTypeName, id: number, changed: boolean })`
      WITH taken AS (
        SELECT * FROM ${foundImages.valuesOf(
          outcomes.map(({ entity, picture }) => ({ ...picture, entityType: entity.type, entityId: entity.id }))
        )}
      ), former AS (
        SELECT entity_type, entity_id, images.original FROM images JOIN taken USING (entity_type, entity_id)
        WHERE domain = ${domain} AND NOT gone AND NOT is_override
      )
      UPDATE images SET
        version = images.version + CASE WHEN former.original IS DISTINCT FROM taken.original THEN 1 ELSE 0 END,
        original = taken.original, width = taken.width, height = taken.height, thumbhash = taken.thumbhash,
        dominant_color = taken.dominant_color, accent_color = taken.accent_color, source = taken.source,
        source_url = taken.source_url,
        due_at = NULL, misses = 0, failures = 0
      FROM taken JOIN former USING (entity_type, entity_id)
      WHERE images.domain = ${domain} AND images.entity_type = taken.entity_type AND images.entity_id = taken.entity_id
      RETURNING images.entity_type AS type, images.entity_id AS id, former.original IS DISTINCT FROM taken.original AS changed`,
        (rows) => rows.filter(({ changed }) => changed)
      )

const isStale = sql`is_stale AND original IS NOT NULL AND NOT gone`

const staleColumns = {
  domain: imageColumns.domain,
  entityType: imageColumns.entityType,
  entityId: imageColumns.entityId,
  original: text
}

/** How long a claimed image search stays claimed. If its worker dies, the image waits this long for another. */
const lease = "2 minutes"
/** Longest wait for enrichments: a provider that is down must not block image searches elsewhere. */
const maxWait = "15 minutes"

export const layer = Layer.effect(
  ImageRecords,
  Effect.gen(function* () {
    const versions = yield* Versions
    const the = (domain: Domain, { id, type }: EntityRef): Statement.Fragment =>
      sql`domain = ${domain} AND entity_type = ${type} AND entity_id = ${id} AND NOT gone`

    /** SQL condition: the image waits for no more enrichments. */
    const isReady = (domain: Domain, awaited: ReadonlyArray<AwaitedEnrichment>): Statement.Fragment =>
      awaited.length === 0
        ? sql`true`
        : sql.and(
            awaited.map(
              ({ task, type }) => sql`(
      entity_type <> ${type} OR due_at <= now() - ${maxWait}::interval
      OR ${wasTried({ domain, task, kind: type }, "entity_id")}
    )`
            )
          )

    /** Changes one image and marks its domain as changed, because API responses include the image. */
    const change = (domain: Domain, entity: EntityRef, set: Statement.Fragment) =>
      inTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql(imageColumns)`
            UPDATE images SET ${set} WHERE ${the(domain, entity)} RETURNING ${selectImage}`
          if (row === undefined) return Option.none<ImageRecord>()
          yield* logPictures(domain, [entity])
          yield* versions.bump(domain)
          return Option.some(toRecord(row))
        })
      )

    return yield* implement(ImageRecords, {
      claim: (domain, limit, awaited = []) =>
        Effect.map(
          sql(wantColumns)`
          UPDATE images SET due_at = now() + ${lease}::interval
          WHERE domain = ${domain} AND (entity_type, entity_id) IN (
            SELECT entity_type, entity_id FROM images WHERE domain = ${domain} AND due_at <= now() AND ${isReady(domain, awaited)}
            ORDER BY due_at, entity_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) RETURNING ${selectWant}`,
          (rows) => rows.map(toWant)
        ),
      release: (domain, claimed) =>
        Effect.asVoid(sql`
        UPDATE images SET due_at = now()
        WHERE ${ofEntities(
          domain,
          claimed.map(({ entity }) => entity)
        )} AND due_at <= now() + ${lease}::interval`),
      due: (domain, awaited = []) =>
        countOf(
          sql`SELECT count(*) FROM images WHERE domain = ${domain} AND due_at <= now() AND ${isReady(domain, awaited)}`
        ),
      recordOutcomes: (domain, outcomes) => inTransaction(recordOutcomes(versions, domain, outcomes)),
      find: (domain, entity) =>
        Effect.map(sql(imageColumns)`SELECT ${selectImage} FROM images WHERE ${the(domain, entity)}`, ([row]) =>
          Option.map(Option.fromNullable(row), toRecord)
        ),
      refetch: ({ artist = null, domain, dryRun, force, limit, offset, types }) => {
        const due = sql`
        SELECT entity_type, entity_id FROM images
        WHERE domain = ${domain} AND entity_type = ANY(${types}::text[]) AND NOT gone AND NOT is_override
          AND (${force}::boolean OR original IS NULL)
          AND (${artist}::text IS NULL OR lower(hints ->> 'artist') = lower(${artist}::text))
        ORDER BY entity_type, entity_id LIMIT ${limit} OFFSET ${offset}`
        return dryRun
          ? countOf(sql`SELECT count(*) FROM (${due}) AS due`)
          : Effect.map(
              sql`
                UPDATE images SET due_at = now(), misses = 0, failures = 0
                WHERE domain = ${domain} AND (entity_type, entity_id) IN (${due}) RETURNING entity_id`,
              (rows) => rows.length
            )
      },
      override: (domain, entity, picture) =>
        change(
          domain,
          entity,
          sql`
        version = version + 1, original = ${picture.original}, width = ${picture.width}, height = ${picture.height},
        thumbhash = ${picture.thumbhash}, dominant_color = ${picture.dominantColor},
        accent_color = ${picture.accentColor}, source = ${picture.source}, source_url = ${picture.sourceUrl}, is_override = true, is_stale = false, due_at = NULL`
        ),
      reset: (domain, entity) =>
        change(
          domain,
          entity,
          sql`
        version = version + 1, original = NULL, width = NULL, height = NULL, thumbhash = NULL,
        dominant_color = NULL, accent_color = NULL, source = NULL, source_url = NULL, is_override = false, is_stale = false, due_at = now(), misses = 0, failures = 0`
        ),
      unused: (originals) =>
        Effect.map(
          sql({ original: text })`
          SELECT original FROM unnest(${originals}::text[]) AS stored (original)
          WHERE NOT EXISTS (SELECT FROM images WHERE images.original = stored.original)`,
          (rows) => rows.map(({ original }) => original)
        ),
      stale: (limit) =>
        Effect.map(
          sql(staleColumns)`
          SELECT domain, entity_type, entity_id, original FROM images WHERE ${isStale}
          ORDER BY domain, entity_type, entity_id LIMIT ${limit}`,
          (rows) =>
            rows.map((row) => ({
              domain: row.domain,
              entity: { type: row.entityType, id: row.entityId },
              original: row.original
            }))
        ),
      staleCount: countOf(sql`SELECT count(*) FROM images WHERE ${isStale}`),
      markStale: Effect.asVoid(sql`UPDATE images SET is_stale = true WHERE original IS NOT NULL`),
      setAppearance: ({ domain, entity, original }, looks) =>
        inTransaction(
          Effect.gen(function* () {
            const visible =
              looks === null
                ? sql``
                : sql`, thumbhash = ${looks.thumbhash}, dominant_color = ${looks.dominantColor}, accent_color = ${looks.accentColor}`
            yield* sql`UPDATE images SET is_stale = false ${visible} WHERE ${the(domain, entity)} AND original = ${original}`
            if (looks === null) return
            yield* logPictures(domain, [entity])
            yield* versions.bump(domain)
          })
        )
    })
  })
)
