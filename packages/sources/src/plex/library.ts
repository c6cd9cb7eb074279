import type { Title } from "@daybook/core/watching"
import { noDetails, noIdentifiers } from "@daybook/core/watching"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { type Plex, listPages } from "./client.js"
import { type Item, readItem, textOf } from "./wire.js"

/** The server's films, shows and episodes, each fetched once. */
export interface Library {
  /** Films and episodes with plays, most recently played first. */
  readonly watched: ReadonlyArray<Item>
  /** Null if the server no longer has it. */
  readonly item: (ratingKey: string) => Effect.Effect<Item | null, SourceFailure>
  /** The show of an episode, if it can be determined. */
  readonly show: (of: Pick<Item, "showKey" | "showTitle">) => Effect.Effect<Title | null, SourceFailure>
}

/** Plex' type numbers for the listings of a section. */
const film = 1
const types: Readonly<Record<string, ReadonlyArray<number>>> = { movie: [film], show: [2, 4] }

/**
 * Lists what was watched since an instant (epoch seconds), or everything if it is null. Films are always listed in
 * full, since they may be rated long after the viewing.
 */
export const readLibrary = (plex: Plex, since: number | null): Effect.Effect<Library, SourceFailure> =>
  Effect.gen(function* () {
    const sections = yield* plex.get("/library/sections")
    const items = new Map<string, Item | null>()
    for (const section of sections.rows) {
      const key = textOf(section["key"])
      for (const type of types[textOf(section["type"]) ?? ""] ?? []) {
        if (key !== null)
          for (const item of yield* listed(plex, key, type, type === film ? null : since))
            items.set(item.ratingKey, item)
      }
    }
    const isWatched = (item: Item | null): item is Item => item !== null && item.type !== "show" && item.views > 0
    return { watched: [...items.values()].filter(isWatched), ...itemLookup(plex, items) }
  })

const listed = (plex: Plex, section: string, type: number, since: number | null) => {
  const query = { type, unwatched: 0, sort: "lastViewedAt:desc", includeGuids: 1 }
  const isNew = (item: Item | null) =>
    since === null || item === null || item.lastViewedAt === null || item.lastViewedAt >= since
  return listPages(plex, `/library/sections/${encodeURIComponent(section)}/all`, query, {
    keyOf: (row) => textOf(row["ratingKey"]) ?? "",
    goesOn: (rows) => rows.some((row) => isNew(readItem(row)))
  }).pipe(
    Stream.map(({ rows }) => rows.flatMap((row) => readItem(row) ?? []).filter(isNew)),
    Stream.runFold([] as ReadonlyArray<Item>, (all, some) => [...all, ...some])
  )
}

/** Fetches items that no listing contained, each once. */
export const itemLookup = (plex: Plex, items: Map<string, Item | null>): Pick<Library, "item" | "show"> => {
  const item: Library["item"] = (ratingKey) => {
    const cached = items.get(ratingKey)
    if (cached !== undefined) return Effect.succeed(cached)
    return Effect.map(
      plex.find(`/library/metadata/${encodeURIComponent(ratingKey)}`, { includeGuids: 1 }),
      (answer) => {
        const read = Option.match(answer, {
          onNone: () => null,
          onSome: ({ rows }) => (rows[0] === undefined ? null : readItem(rows[0]))
        })
        items.set(ratingKey, read)
        return read
      }
    )
  }
  return {
    item,
    show: ({ showKey, showTitle }) =>
      Effect.map(showKey === null ? Effect.succeed(null) : item(showKey), (show) =>
        show !== null && show.type === "show"
          ? show.title
          : showTitle === null
            ? null
            : { title: showTitle, year: null, ids: noIdentifiers, details: noDetails }
      )
  }
}
