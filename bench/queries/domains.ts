import { type LocalDate, yearOf, yearStart } from "@daybook/core/shared"
import { picture } from "./picture.js"
import type { Read, Row } from "./Read.js"
import { raw, sql, type Sql } from "./sql.js"

interface Page {
  readonly data: ReadonlyArray<{ readonly id: number }>
  readonly pagination: { readonly total: number }
}

/** A page of a list: the sorted rows and the total. */
const paged = (path: string, page: Sql, total: Sql): Read => ({
  path,
  sql: sql`SELECT page.*, (${total})::int AS total FROM (${page}) AS page`,
  fromAnswer: (answer) => {
    const { data, pagination } = answer as Page
    return [data.length === 0 ? undefined : pagination.total, ...data.map(({ id }) => id)]
  },
  fromRows: (rows) => [rows[0]?.["total"], ...rows.map(({ id }) => Number(id))]
})

/** A list of names with counts, most frequent first. */
const nameCounts = (path: string, statement: Sql, name: string, count: string): Read => ({
  path,
  sql: statement,
  fromAnswer: (answer) => (answer as { readonly data: ReadonlyArray<Row> }).data.map((one) => [one[name], one[count]]),
  fromRows: (rows) => rows.map((one) => [one["name"], Number(one["count"])])
})

const attended = sql`doubt IS NULL AND going AND status = 'scheduled' AND over <= now()`

/** The players of attended games. */
const attending = (): ReadonlyArray<Read> => [
  paged(
    "/players?limit=100",
    sql`
    SELECT player.*, team.body AS team, ${picture("attending", "player", sql`player.id`)} FROM (
      SELECT player.* FROM attending_players AS player WHERE id IN (
        SELECT player_id FROM attending_events AS event JOIN attending_appearances AS appearance ON appearance.source = event.external_source AND appearance.game_id = event.external_id WHERE ${attended}
      ) ORDER BY sort_name, id LIMIT 100
    ) AS player LEFT JOIN attending_teams AS team ON team.league = player.league AND team.team_id = player.team_id ORDER BY sort_name, id`,
    sql`SELECT count(DISTINCT player_id) FROM attending_events AS event JOIN attending_appearances AS appearance ON appearance.source = event.external_source AND appearance.game_id = event.external_id WHERE ${attended}`
  )
]

/** A later page of the collection, and the genres. */
const collecting = (): ReadonlyArray<Read> => [
  paged(
    "/vinyl?limit=100&page=3",
    sql`
    SELECT release.*, copy.*, ${picture("collecting", "release", sql`copy.id`)}
    FROM (SELECT * FROM collecting_copies ORDER BY added_at DESC NULLS LAST, id DESC LIMIT 100 OFFSET 200) AS copy
    JOIN (SELECT id AS release_id, title, artists, year, format, format_detail, labels, genres, styles FROM collecting_releases) AS release USING (release_id)
    ORDER BY copy.added_at DESC NULLS LAST, copy.id DESC`,
    sql`SELECT count(*) FROM collecting_copies`
  ),
  nameCounts(
    "/genres",
    sql`
    SELECT genre AS name, count(*) AS count FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id, unnest(release.genres) AS genre
    GROUP BY genre ORDER BY count DESC, name`,
    "name",
    "count"
  )
]

const feedPage = (path: string, where: Sql, limit: number): Read => ({
  path,
  sql: sql`
    SELECT item.*, (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
      WHERE version IS NOT NULL AND images.domain = item.domain AND images.entity_type = item.entity_type AND images.entity_id = item.entity_id) AS picture
    FROM (SELECT * FROM feed_items WHERE ${where} ORDER BY occurred_at DESC, id DESC LIMIT ${limit}) AS item ORDER BY occurred_at DESC, id DESC`,
  fromAnswer: (answer) => (answer as { readonly data: ReadonlyArray<Row> }).data.map(({ id }) => Number(id)),
  fromRows: (rows) => rows.map(({ id }) => Number(id))
})

/** The latest feed items, of all domains and of one. */
const feed = (): ReadonlyArray<Read> => [
  feedPage("?limit=100", raw("true"), 100),
  feedPage("/domain/watching", sql`domain = 'watching'`, 50)
]

/** A later page of the articles, and the tags. */
const reading = (): ReadonlyArray<Read> => [
  paged(
    "/articles?limit=50&page=3",
    sql`
    SELECT article.*, ${picture("reading", "article", sql`article.id`)}, (SELECT count(*) FROM reading_highlights WHERE article_id = article.id) AS highlights
    FROM (SELECT * FROM reading_articles WHERE body <> 'missing' ORDER BY saved_at DESC, id DESC LIMIT 50 OFFSET 100) AS article ORDER BY saved_at DESC, id DESC`,
    sql`SELECT count(*) FROM reading_articles WHERE body <> 'missing'`
  ),
  nameCounts(
    "/tags",
    sql`SELECT tag AS name, count(*) AS count FROM reading_articles, unnest(tags) AS tag GROUP BY tag ORDER BY count DESC, tag COLLATE "C"`,
    "tag",
    "count"
  )
]

const totalRuns = sql`SELECT sum(runs) FROM running_sums WHERE kind = 'year'`

/** Lists of runs with all columns of the view. */
const running = (): ReadonlyArray<Read> => [
  paged(
    "/activities?limit=100&page=3",
    sql`
    SELECT run.*, course.polyline, gear.name AS gear_name FROM (SELECT * FROM running_activities ORDER BY started_at DESC, id DESC LIMIT 100 OFFSET 200) AS run
    LEFT JOIN running_courses AS course ON course.activity_id = run.id LEFT JOIN running_gear AS gear ON gear.id = run.gear_id
    ORDER BY run.started_at DESC, run.id DESC`,
    totalRuns
  ),
  paged(
    "/activities",
    sql`
    SELECT run.*, course.polyline, gear.name AS gear_name FROM (SELECT * FROM running_activities ORDER BY started_at DESC, id DESC LIMIT 20) AS run
    LEFT JOIN running_courses AS course ON course.activity_id = run.id LEFT JOIN running_gear AS gear ON gear.id = run.gear_id
    ORDER BY run.started_at DESC, run.id DESC`,
    totalRuns
  )
]

interface Sums {
  readonly data: Readonly<Record<string, unknown>>
}

/** Watching statistics: films are aggregated once for all sums, episodes come from their own index. */
const stats = (today: LocalDate): Read => ({
  path: "/stats",
  sql: sql`
    WITH seen AS MATERIALIZED (
      SELECT title.*, watched.times, watched.last FROM (
        SELECT title_id, count(*) AS times, max(date) AS last FROM watching_watches WHERE episode_id IS NULL GROUP BY title_id
      ) AS watched JOIN (SELECT id AS title_id, year, genres, directors, director_ids, duration_min FROM watching_titles) AS title USING (title_id)
    ), episode AS MATERIALIZED (
      SELECT episode_id, title_id, max(date) AS last FROM watching_watches WHERE episode_id IS NOT NULL GROUP BY episode_id, title_id
    )
    SELECT (SELECT count(*)::int FROM seen) AS movies, (SELECT (coalesce(sum(times * duration_min), 0) / 60.0)::float8 FROM seen) AS hours,
      (SELECT count(*)::int FROM seen WHERE last >= ${yearStart(yearOf(today))}) AS this_year,
      (SELECT genre FROM seen, unnest(genres) AS genre GROUP BY genre ORDER BY count(*) DESC, genre COLLATE "C" LIMIT 1) AS genre,
      (SELECT year / 10 * 10 FROM seen WHERE year IS NOT NULL GROUP BY year / 10 ORDER BY count(*) DESC, year / 10 DESC LIMIT 1) AS decade,
      (SELECT name FROM seen, unnest(directors, director_ids) AS credit (name, person) GROUP BY name, person ORDER BY count(*) DESC, name COLLATE "C" LIMIT 1) AS director,
      (SELECT count(DISTINCT title_id)::int FROM episode) AS shows, (SELECT count(*)::int FROM episode) AS episodes`,
  fromAnswer: (answer) => {
    const { data } = answer as Sums
    return [
      data["total_movies"],
      Math.floor(Number(data["total_watch_time_hours"])),
      data["movies_this_year"],
      data["top_genre"],
      data["top_decade"],
      data["top_director"],
      data["total_shows"],
      data["total_episodes_watched"]
    ]
  },
  fromRows: ([row]) => [
    row?.["movies"],
    Math.floor(Math.round(Number(row?.["hours"]) * 10) / 10),
    row?.["this_year"],
    row?.["genre"],
    row?.["decade"],
    row?.["director"],
    row?.["shows"],
    row?.["episodes"]
  ]
})

/** Statistics, and a later page of the films. */
const watching = (today: LocalDate): ReadonlyArray<Read> => [
  stats(today),
  paged(
    "/movies?limit=100&page=3",
    sql`
    SELECT movie.*, seen.last_watched_at, (SELECT array_agg(scheme || value) FROM watching_ids WHERE title_id = movie.id) AS ids, ${picture("watching", "movie", sql`movie.id`)}
    FROM (
      SELECT title_id, max(at) FILTER (WHERE reliable) AS last_watched_at, max(at) AS newest_at FROM watching_watches WHERE episode_id IS NULL
      GROUP BY title_id ORDER BY last_watched_at DESC NULLS LAST, newest_at DESC, title_id DESC LIMIT 100 OFFSET 200
    ) AS seen JOIN watching_titles AS movie ON movie.id = seen.title_id
    ORDER BY last_watched_at DESC NULLS LAST, newest_at DESC, movie.id DESC`,
    sql`SELECT count(DISTINCT title_id) FROM watching_watches WHERE episode_id IS NULL`
  )
]

/** Hand-written SQL for the most expensive GETs of the domains other than listening. */
export const domains: Readonly<Record<string, (today: LocalDate) => ReadonlyArray<Read>>> = {
  running,
  watching,
  collecting,
  reading,
  attending,
  feed
}
