import type { Fact, WatchingStore } from "@daybook/core/watching"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"
import { numberOf } from "./columns.js"

type Store = Context.Tag.Service<WatchingStore>

interface ShowRow extends Omit<Fact.ShowFact, "picture"> {
  readonly picture: PictureColumn
}

const columns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  show.id, show.title, show.year, show.tmdb_rating, show.content_rating, show.summary, show.seasons AS total_seasons,
  show.episodes AS total_episodes, ${numberOf(sql, "show")} AS tmdb_id, ${pictureOf(sql, "watching", "show", "show.id")} AS picture,
  (SELECT count(DISTINCT episode_id) FROM watching_watches WHERE title_id = show.id AND episode_id IS NOT NULL) AS episodes_watched`

const toShow = ({ picture, ...row }: ShowRow): Fact.ShowFact => ({ ...row, picture: toPicture("watching", "show", row.id, picture) })

/** Shows of which episodes were watched. */
export const shows = (sql: SqlClient.SqlClient): Pick<Store, "shows" | "show"> => ({
  shows: ({ order, page, sort }) =>
    storage("WatchingStore.shows")(Effect.gen(function*() {
      const way = sql.literal(order)
      const by = sort === "title" ? sql`show.sort_title COLLATE "C" ${way}, show.id` : sql`show.year ${way} NULLS LAST, show.sort_title COLLATE "C", show.id`
      const watched = sql`FROM watching_titles AS show WHERE id IN (SELECT title_id FROM watching_watches WHERE episode_id IS NOT NULL)`
      const rows = sql<InAll<ShowRow>>`
        SELECT show.total, ${columns(sql)}
        FROM (SELECT *, count(*) OVER () AS total ${watched} ORDER BY ${by} LIMIT ${page.limit} OFFSET ${offsetOf(page)}) AS show ORDER BY ${by}`
      return yield* paged(page, rows, ({ total: _, ...show }) => toShow(show), countOf(sql, sql`SELECT count(*) ${watched}`))
    })),
  show: (id) =>
    storage("WatchingStore.show")(Effect.gen(function*() {
      const [show] = yield* sql<ShowRow>`SELECT ${columns(sql)} FROM watching_titles AS show WHERE id = ${id} AND kind = 'show'`
      const rows = yield* sql<Fact.EpisodeFact & { firstAt: number }>`
        SELECT episode.season, episode.number AS episode, episode.title, max(watch.at) AS watched_at, min(watch.at) AS first_at
        FROM watching_watches AS watch JOIN watching_episodes AS episode ON episode.id = watch.episode_id
        WHERE watch.title_id = ${id} GROUP BY episode.id ORDER BY episode.season, episode.number`
      if (show === undefined || rows.length === 0) return Option.none()
      return Option.some<Fact.ShowProfile>({
        show: toShow(show),
        firstWatchedAt: rows.reduce((least, { firstAt }) => Math.min(least, firstAt), Infinity),
        episodes: rows.map(({ firstAt: _, ...episode }) => episode)
      })
    }))
})
