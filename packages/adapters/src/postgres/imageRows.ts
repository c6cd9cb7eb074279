import type { EntityImageRequest, ImageRecord } from "@daybook/core/images"
import type { Statement } from "@effect/sql"
import { domainTables } from "./domains.js"
import { domainName, entityTypeName } from "./entities.js"
import { type RowOf, bigint, boolean, json, nullable, number, text, texts } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { table } from "./kit/table.js"

/** Columns of a search for an image. */
export const wantColumns = {
  entityType: entityTypeName,
  entityId: bigint,
  urls: texts,
  hints: json<Readonly<Record<string, string>>>(),
  foundHints: nullable(json<Readonly<Record<string, string>>>())
}

/** The columns of a stored image, null where there is none yet. */
const pictureColumns = {
  original: nullable(text),
  width: nullable(number),
  height: nullable(number),
  thumbhash: nullable(text),
  dominantColor: nullable(text),
  accentColor: nullable(text),
  source: nullable(text),
  sourceUrl: nullable(text)
}

const images = table("images", { domain: domainName, version: number, ...pictureColumns, isOverride: boolean })

export const imageColumns = { ...wantColumns, ...images.columns }

/** Searches for images to enter. */
export const requests = table("images", {
  domain: domainName,
  entityType: wantColumns.entityType,
  entityId: wantColumns.entityId,
  urls: wantColumns.urls,
  hints: wantColumns.hints
})

/** Images that searches found. */
export const foundImages = table("images", {
  entityType: wantColumns.entityType,
  entityId: wantColumns.entityId,
  ...pictureColumns
})

/** The search for an image, with what its domain found out since. */
export const selectWant: Statement.Fragment = sql`
  entity_type, entity_id, urls, hints, CASE domain ${domainTables
    .map(({ domain, pictureHints }) => sql`WHEN ${domain} THEN ${pictureHints ?? sql`NULL`}`)
    .reduce((all, one) => sql`${all} ${one}`)} END AS found_hints`

export const selectImage: Statement.Fragment = sql`${selectWant}, ${images.select("images")}`

export const toWant = ({
  entityId,
  entityType,
  foundHints,
  hints,
  urls
}: RowOf<typeof wantColumns>): EntityImageRequest => ({
  entity: { type: entityType, id: entityId },
  urls,
  hints: { ...foundHints, ...hints }
})

export const toRecord = (row: RowOf<typeof imageColumns>): ImageRecord => ({
  domain: row.domain,
  request: toWant(row),
  version: row.version,
  picture:
    row.original === null
      ? null
      : {
          original: row.original,
          width: row.width ?? 0,
          height: row.height ?? 0,
          thumbhash: row.thumbhash,
          dominantColor: row.dominantColor,
          accentColor: row.accentColor,
          source: row.source ?? "",
          sourceUrl: row.sourceUrl
        },
  isOverride: row.isOverride
})
