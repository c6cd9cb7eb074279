import type { Title } from "@daybook/core/watching"
import { noDetails, noIdentifiers } from "@daybook/core/watching"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { Plex } from "./Plex.js"
import { parts } from "./walk.js"
import { type Item, readItem, textOf } from "./wire.js"

/** What the server holds of films, shows and episodes, looked up once each. */
export interface Library {
  /** Films and episodes with plays, those last played first. */
  readonly watched: ReadonlyArray<Item>
  /** Null where the server no longer has it. */
  readonly item: (ratingKey: string) => Effect.Effect<Item | null, SourceFailure>
  /** The show of an episode, as far as it can be known. */
  readonly show: (of: Pick<Item, "showKey" | "showTitle">) => Effect.Effect<Title | null, SourceFailure>
}

/** Plex' numbers of the kinds that a section may list. */
const film = 1
const types: Readonly<Record<string, ReadonlyArray<number>>> = { movie: [film], show: [2, 4] }

/** Lists what was watched since an instant (epoch seconds), all of it with null. Films are listed whole: they may be rated long after they were seen. */
export const readLibrary = (plex: Plex, since: number | null): Effect.Effect<Library, SourceFailure> =>
  Effect.gen(function*() {
    const sections = yield* plex.get("/library/sections")
    const items = new Map<string, Item | null>()
    for (const section of sections.rows) {
      const key = textOf(section["key"])
      for (const type of types[textOf(section["type"]) ?? ""] ?? []) {
        if (key !== null) for (const item of yield* listed(plex, key, type, type === film ? null : since)) items.set(item.ratingKey, item)
      }
    }
    const isWatched = (item: Item | null): item is Item => item !== null && item.type !== "show" && item.views > 0
    return { watched: [...items.values()].filter(isWatched), ...lookUps(plex, items) }
  })

const listed = (plex: Plex, section: string, type: number, since: number | null) => {
  const query = { type, unwatched: 0, sort: "lastViewedAt:desc", includeGuids: 1 }
  const isNew = (item: Item | null) => since === null || item === null || item.lastViewedAt === null || item.lastViewedAt >= since
  return parts(plex, `/library/sections/${encodeURIComponent(section)}/all`, query, {
    keyOf: (row) => textOf(row["ratingKey"]) ?? "",
    goesOn: (rows) => rows.some((row) => isNew(readItem(row)))
  }).pipe(
    Stream.map(({ rows }) => rows.flatMap((row) => readItem(row) ?? []).filter(isNew)),
    Stream.runFold([] as ReadonlyArray<Item>, (all, some) => [...all, ...some])
  )
}

/** Looks up by number what no list had, each once. */
export const lookUps = (plex: Plex, known: Map<string, Item | null>): Pick<Library, "item" | "show"> => {
  const item: Library["item"] = (ratingKey) => {
    const found = known.get(ratingKey)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.map(plex.find(`/library/metadata/${encodeURIComponent(ratingKey)}`, { includeGuids: 1 }), (answer) => {
      const read = Option.match(answer, { onNone: () => null, onSome: ({ rows }) => rows[0] === undefined ? null : readItem(rows[0]) })
      known.set(ratingKey, read)
      return read
    })
  }
  return {
    item,
    show: ({ showKey, showTitle }) =>
      Effect.map(showKey === null ? Effect.succeed(null) : item(showKey), (found) =>
        found !== null && found.type === "show"
          ? found.title
          : showTitle === null ? null : { title: showTitle, year: null, ids: noIdentifiers, details: noDetails })
  }
}
