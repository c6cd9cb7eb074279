import type { Domain } from "@daybook/core"
import type { Picture } from "@daybook/core/images"
import { type EntityRef, type EntityType, withoutMarks } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { type Column, json, nullable, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"

/** Columns of names: of the domains and types that Daybook has, and of those that were declared. */
export const domainName = text as Column<Domain>
export const entityTypeName = text as Column<EntityType>

/** The rows of a domain; without one, those of all that this process knows. */
export const ofDomain = (domain: string | null, hidden: ReadonlyArray<string>): Statement.Fragment =>
  domain !== null
    ? sql`domain = ${domain}`
    : hidden.length === 0
      ? sql.literal("true")
      : sql`domain <> ALL(${hidden}::text[])`

/** The rows of these types of records; without them, those of all. */
export const ofTypes = (types: ReadonlyArray<EntityType> | undefined): Statement.Fragment =>
  types === undefined ? sql.literal("true") : sql`entity_type = ANY(${types}::text[])`

/** SQL condition: the row of a shared service's table belongs to one of these entities of a domain. */
export const ofEntities = (domain: Domain, entities: ReadonlyArray<EntityRef>): Statement.Fragment => sql`
  domain = ${domain} AND (entity_type, entity_id) IN (
    SELECT * FROM unnest(${entities.map(({ type }) => type)}::text[], ${entities.map(({ id }) => id)}::bigint[])
  )`

/**
 * The last row of each key, in key order. A statement cannot write a row twice, and writers that lock rows in the same
 * order do not deadlock.
 */
export const lastOfEachKey = <Row>(rows: ReadonlyArray<Row>, keyOf: (row: Row) => string): ReadonlyArray<Row> =>
  Array.from(new Map(rows.map((row) => [keyOf(row), row])))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)

/** Deletes a shared service's rows of these entities. */
export const withdrawFrom = (table: string) => (domain: Domain, entities: ReadonlyArray<EntityRef>) =>
  Effect.asVoid(sql`DELETE FROM ${sql(table)} WHERE ${ofEntities(domain, entities)}`)

/** An image as one column of a row; null if there is none. */
export type PictureColumn =
  readonly [version: number, thumbhash: string | null, dominant: string | null, accent: string | null] | null

/** The column of an image. */
export const pictureColumn: Column<PictureColumn> = nullable(
  json((value) => {
    if (!Array.isArray(value) || value.length !== 4) return false
    const [version, ...texts]: ReadonlyArray<unknown> = value
    return typeof version === "number" && texts.every((text) => text === null || typeof text === "string")
  })
)

/** Selects the image of a row of a shared service's table, with the alias `item`, as the column `picture`. */
export const itemPicture: Statement.Fragment = sql`
  (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
    WHERE original IS NOT NULL AND images.domain = item.domain AND images.entity_type = item.entity_type
      AND images.entity_id = item.entity_id) AS picture`

/** Selects the image of the entity whose id is the SQL expression. With a name, it is a named column. */
export const pictureOf = (domain: Domain, type: EntityType, id: string): Statement.Fragment => sql`
  (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
    WHERE images.domain = ${domain} AND images.entity_type = ${type} AND images.entity_id = ${sql.literal(id)} AND original IS NOT NULL)`

export const toPicture = (domain: Domain, type: EntityType, id: number, column: PictureColumn): Picture | null => {
  if (column === null) return null
  const [version, thumbhash, dominantColor, accentColor] = column
  return { domain, type, id, version, thumbhash, dominantColor, accentColor }
}

/** SQL for the ids and names of each title of watching: those of its rules, or of what corrections make of it. */
export const shownIds = sql`(
  SELECT known.kind, known.scheme, known.value, known.title_id
  FROM watching_ids AS known JOIN watching_titles AS named ON named.id = known.title_id AND named.shown_ids IS NULL
  UNION ALL
  SELECT named.kind, pair ->> 0, pair ->> 1, named.id
  FROM watching_titles AS named CROSS JOIN LATERAL jsonb_array_elements(named.shown_ids) AS pair
  WHERE named.shown_ids IS NOT NULL
)`

const playedArtists = `listening_artists AS artist JOIN listening_artists AS shown
  ON shown.id = coalesce(artist.stand_in, artist.id) AND shown.heard AND NOT shown.hidden`

/** Every reported `artist` with plays, and the one as which corrections have it `shown`. */
export const shownArtists: Statement.Fragment = sql.literal(playedArtists)

/** SQL for the listening domain's artist of a performer: by MusicBrainz ID, else by name. */
export const artistOf = (performer: string): string => `(
  SELECT shown.id FROM ${playedArtists}
  WHERE artist.mbid = ${performer}.mbid OR artist.match_name = ${performer}.match_name
  ORDER BY artist.mbid = ${performer}.mbid DESC NULLS LAST, artist.id LIMIT 1)`

/**
 * SQL for the MusicBrainz id of a performer, with its artist's row: what the owner said, else what set lists report,
 * else what is known of the artist.
 */
export const performerMbid = (reported: string, artist: string): string =>
  `CASE WHEN ${artist}.given_mbid IS NULL THEN coalesce(${reported}, ${artist}.mbid) ELSE ${artist}.mbid END`

/** The key for sorting and text search: `withoutMarks`, and without trademark signs. */
export const sortName = (name: string): string => withoutMarks(name.replace(/[™®©℠]/g, ""))
