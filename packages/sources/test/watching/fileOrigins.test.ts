import { type ImportFile, syncDefaults } from "@daybook/core/sync"
import { dice, netflixActivity, netflixHistory, type SampleOwner, type Viewing } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { stage, stores } from "./stage.js"

const some = (viewings: ReadonlyArray<Viewing>, origin: string, percent: number) =>
  viewings.filter(({ at }) => dice(origin, at).below(100) < percent)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const imdbRatings = ({ watching }: SampleOwner, viewings: ReadonlyArray<Viewing>) => {
  const films = [...new Set(viewings.flatMap(({ what }) => (what.kind === "film" ? [what.film] : [])))]
  const rows = films.map((film) => {
    const { imdb, title, year } = watching.films[film]!
    return `${imdb},${1 + dice("imdb", film).below(10)},2024-03-02,${quoted(title)},Movie,${year}`
  })
  return ["Const,Your Rating,Date Rated,Title,Title Type,Year", ...rows].join("\n")
}

const tvTimeMarks = ({ watching }: SampleOwner, viewings: ReadonlyArray<Viewing>) => {
  const rows = viewings.flatMap(({ at, what }) => {
    if (what.kind === "film") return []
    const { title, tvdb } = watching.series[what.series]!
    const time = new Date((at + 400) * 1_000).toISOString().slice(0, 19).replace("T", " ")
    return [`${quoted(title)},${tvdb},1,${what.season},${what.episode},watch-episode-1,${time}`]
  })
  return ["series_name,s_id,ep_id,season_number,episode_number,key,created_at", ...rows].join("\n")
}

const filesOf = (
  owner: SampleOwner,
  viewings: ReadonlyArray<Viewing>
): ReadonlyArray<readonly [string, ImportFile]> => {
  const netflix = some(viewings, "netflix", 40)
  const file = (source: string, content: string) => [source, importFile(`${source}.csv`, content, 65_536)] as const
  return [
    file("netflix", netflixActivity(owner, netflix)),
    file("netflix", netflixHistory(owner, netflix)),
    file("imdb", imdbRatings(owner, some(viewings, "imdb", 30))),
    file("tvtime", tvTimeMarks(owner, some(viewings, "tvtime", 50)))
  ]
}

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("files of Netflix, IMDb and TV Time, and a media server, give the same tables in any order", () =>
  Effect.gen(function* () {
    const orders = [
      [0, 1, 2, 3, "plex"],
      ["plex", 3, 2, 1, 0],
      [2, 1, "plex", 0, 3]
    ] as const
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        const viewings = world.sampleOwner.watching.until(Date.parse("2024-11-21T08:00:00Z") / 1_000)
        const files = filesOf(world.sampleOwner, viewings)
        const read = ([id, file]: (typeof files)[number]) =>
          Effect.flatMap(world.sourceOf(id), (source) => world.engine.import(source, file, syncDefaults("import")))
        for (const origin of order)
          if (origin === "plex") yield* world.sync(world.plex, true)
          else expect((yield* read(files[origin]!)).added).toBeGreaterThan(0)
        yield* world.follow
        const before = yield* world.table
        const named = yield* world.sql`SELECT number IS NULL AS waits FROM watching_unnumbered GROUP BY 1`
        expect(named).toStrictEqual([{ waits: false }])
        for (const file of files) {
          const again = yield* read(file)
          expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
        }
        expect(yield* world.table).toStrictEqual(before)
        const titles = yield* world.sql<Readonly<Record<string, unknown>>>`
          SELECT title.kind, title.title, title.year, count(report.id)::int AS reports,
            (SELECT string_agg(rating.source::text || rating.rating::text, ',' ORDER BY rating.source::text) FROM watching_ratings AS rating
              WHERE rating.title_id = title.id) AS ratings
          FROM watching_titles AS title LEFT JOIN watching_reports AS report ON report.title_id = title.id
          GROUP BY title.id ORDER BY title.kind, title.title, title.year, reports`
        return [...before, ...titles]
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(200)
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)
