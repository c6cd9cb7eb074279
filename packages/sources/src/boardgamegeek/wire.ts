import type { BoardGame, Session } from "@daybook/core/games"
import { Either } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { filled } from "../kit/values.js"

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  // A game may be called 1917.
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name, path) => (name === "item" && String(path) === "items.item") || name === "play"
})

/** The root element of an answer. Left describes the problem. */
const rootOf = (text: string, name: string): Either.Either<Fields, string> => {
  const wrong = Either.left(`answers with something that is no ${name}`)
  if (XMLValidator.validate(text) !== true) return wrong
  return Either.flatMap(
    Either.try({ try: () => parser.parse(text) as Fields, catch: () => `answers with something that is no ${name}` }),
    (parsed) => {
      const root = fieldsOf(parsed[name])
      return root === null ? wrong : Either.right(root)
    }
  )
}

const listOf = (value: unknown): ReadonlyArray<Fields> =>
  Array.isArray(value)
    ? value.flatMap((one: unknown): ReadonlyArray<Fields> => [fieldsOf(one)].filter((row) => row !== null))
    : []

/** The text of an element with or without attributes. */
const contentOf = (value: unknown): string | null => filled(textOf(value) ?? textOf(fieldsOf(value)?.["#text"]) ?? "")

const whole = (value: unknown): number | null => {
  const number = numberOf(value)
  return number === null || !Number.isInteger(number) ? null : number
}

/** Limits of players are 0 where nobody entered them. */
const positive = (value: unknown): number | null => {
  const number = whole(value)
  return number === null || number <= 0 ? null : number
}

/** A row whose required values may be missing: the writer leaves it out and says what it lacks. */
export type RowOf<A> = { readonly [Name in keyof A]?: A[Name] | undefined }

/** An item of a collection. `lastmodified` has no zone and is not read; a rating of `N/A` is none. */
const readItem = (item: Fields): RowOf<BoardGame> => {
  const stats = fieldsOf(item["stats"]) ?? {}
  const rating = numberOf(fieldsOf(stats["rating"])?.["@value"])
  return {
    item: whole(item["@collid"]) ?? undefined,
    boardgame: whole(item["@objectid"]) ?? undefined,
    name: contentOf(item["name"]) ?? undefined,
    image: contentOf(item["image"]),
    year: whole(contentOf(item["yearpublished"])),
    min_players: positive(stats["@minplayers"]),
    max_players: positive(stats["@maxplayers"]),
    rating: rating === null || rating < 0 || rating > 10 ? null : rating,
    plays: positive(contentOf(item["numplays"])) ?? 0,
    comment: contentOf(item["comment"])
  }
}

/** Expansions come as board games too. They are left out by the subtype that the person's request excludes. */
export const readCollection = (text: string): Either.Either<ReadonlyArray<RowOf<BoardGame>>, string> =>
  Either.map(rootOf(text, "items"), (root) => listOf(root["item"]).map(readItem))

/** A day. Somebody who does not know it leaves zeros. */
const dayOf = (value: unknown): string | null => {
  const text = textOf(value)?.trim() ?? ""
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null
}

const readPlay = (play: Fields): RowOf<Session> => {
  const item = fieldsOf(play["item"]) ?? {}
  return {
    play: whole(play["@id"]) ?? undefined,
    boardgame: whole(item["@objectid"]) ?? undefined,
    name: filled(textOf(item["@name"]) ?? "") ?? undefined,
    played_on: dayOf(play["@date"]),
    quantity: positive(play["@quantity"]) ?? 1,
    minutes: positive(play["@length"]),
    is_incomplete: play["@incomplete"] === "1",
    location: filled(textOf(play["@location"]) ?? ""),
    comment: contentOf(play["comments"])
  }
}

export interface PlaysPage {
  readonly plays: ReadonlyArray<RowOf<Session>>
  /** The number of all plays; null if the answer lacks it. */
  readonly total: number | null
}

export const readPlays = (text: string): Either.Either<PlaysPage, string> =>
  Either.map(rootOf(text, "plays"), (root) => ({
    plays: listOf(root["play"]).map(readPlay),
    total: whole(root["@total"])
  }))
