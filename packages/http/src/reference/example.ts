import { type JsonSchema, type Schemas, referred } from "./JsonSchema.js"
import { wordsFor } from "./wordsFor.js"

/** Names for the members of a record, by the field that it is. */
const memberNames: Readonly<Record<string, string>> = {
  "CumulativeDistance.data": "2026",
  by_decade: "1990s",
  origins: "title",
  fielding_line: "putOuts",
  by_format: "bluray",
  by_resolution: "hd_1080p",
  by_hdr: "hdr10",
  by_genre: "Drama",
  genres: "indie rock",
  sources: "lastfm",
  domains: "listening",
  tables: "listening_plays"
}

const memberOf = (path: ReadonlyArray<string>) => memberNames[path.slice(-2).join(".")] ?? memberNames[path.at(-1) ?? ""] ?? "name"

const plain = (schema: JsonSchema): unknown => {
  if (schema.type === "boolean") return true
  if (schema.type === "number" || schema.type === "integer") return schema.minimum ?? 1
  if (schema.type === "string") return schema.format === "date" ? "2026-03-14" : "text"
  return null
}

/** A value that the schema allows, made of the fields' own examples. One item stands for a list. */
export const exampleOf = (schema: JsonSchema, path: ReadonlyArray<string>, schemas: Schemas): unknown => {
  const other = referred(schema, schemas)
  if (other !== undefined) return exampleOf(other[1], isLeaf(other[1]) ? path : [other[0]], schemas)
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.anyOf !== undefined && wordsFor(path)?.[1] === null) return null
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf.find(({ type }) => type !== "null") ?? {}, path, schemas)
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field, [...path, name], schemas)]))
  }
  if (typeof schema.additionalProperties === "object") return { [memberOf(path)]: exampleOf(schema.additionalProperties, path, schemas) }
  if (schema.items !== undefined) return [exampleOf(schema.items, path, schemas)]
  if (schema.type === "array") return []
  if (schema.type === "object") return {}
  const like = wordsFor(path)?.[1]
  if (schema.enum !== undefined) return schema.enum.includes(like) ? like : schema.enum[0]
  return like !== undefined && fits(like, schema) ? like : plain(schema)
}

const isLeaf = ({ anyOf, items, properties }: JsonSchema) => properties === undefined && items === undefined && anyOf === undefined

const fits = (like: unknown, { type }: JsonSchema) => typeof like === (type === "integer" ? "number" : type)
