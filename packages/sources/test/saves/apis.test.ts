import type { ReadingWriteServices } from "@daybook/core/reading"
import { provide, syncDefaults, SyncEngine, type SyncOptions } from "@daybook/core/sync"
import {
  freshrssServer,
  inProcessClient,
  karakeepExport,
  karakeepServer,
  linkdingServer,
  minifluxServer,
  raindropCsv,
  raindropServer,
  readeckServer,
  readerCsv,
  readerServer,
  type SavedLink,
  type SavedMark,
  stillClock,
  wallabagExport,
  wallabagServer
} from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { freshrss } from "../../src/freshrss/source.js"
import { karakeep } from "../../src/karakeep/source.js"
import { linkding } from "../../src/linkding/source.js"
import { miniflux } from "../../src/miniflux/source.js"
import { raindrop } from "../../src/raindrop/source.js"
import { reader } from "../../src/reader/source.js"
import { readeck } from "../../src/readeck/source.js"
import { wallabag } from "../../src/wallabag/source.js"
import { layer } from "../instapaper/stage.js"
import { survivesBadDay } from "../support/badDay.js"
import { importFile } from "../support/importFile.js"
import { memoryTokens } from "../support/tokens.js"
import { withoutWaits } from "../support/withoutWaits.js"

const at = Date.parse("2025-03-10T20:00:00Z") / 1_000

const linkOf = (number: number): SavedLink => ({
  id: String(number),
  url: `https://example.org/${number}`,
  title: `Tides ${number}`,
  at: at - number * 3_600,
  tags: number % 3 === 0 ? ["sea", "slow"] : [],
  archived: number % 4 === 0,
  starred: number % 5 === 0,
  progress: number % 4 === 0 ? 0.93 : number % 2 === 0 ? 0.4 : 0
})

/** More than two pages of every service. */
const links = Array.from({ length: 230 }, (_, index) => linkOf(index + 1))

const marks: ReadonlyArray<SavedMark> = links
  .slice(0, 3)
  .map(({ at: time, id }) => ({
    id: `h${id}`,
    link: id,
    text: `Slow water keeps ${id}.`,
    note: id === "2" ? "yes" : "",
    at: time + 60
  }))

const services = {
  karakeep: { server: karakeepServer, definition: karakeep as SourceDefinition<ReadingWriteServices>, hasMarks: true },
  readeck: { server: readeckServer, definition: readeck as SourceDefinition<ReadingWriteServices>, hasMarks: true },
  linkding: { server: linkdingServer, definition: linkding as SourceDefinition<ReadingWriteServices>, hasMarks: false },
  raindrop: { server: raindropServer, definition: raindrop as SourceDefinition<ReadingWriteServices>, hasMarks: true },
  reader: { server: readerServer, definition: reader as SourceDefinition<ReadingWriteServices>, hasMarks: true },
  miniflux: { server: minifluxServer, definition: miniflux as SourceDefinition<ReadingWriteServices>, hasMarks: false },
  freshrss: { server: freshrssServer, definition: freshrss as SourceDefinition<ReadingWriteServices>, hasMarks: false },
  wallabag: { server: wallabagServer, definition: wallabag as SourceDefinition<ReadingWriteServices>, hasMarks: true }
} as const

/** Whether a service reports stars, tags and the archive. Readers of feeds have starred entries alone. */
const isReader = (id: keyof typeof services) => id === "miniflux" || id === "freshrss"

const set = (id: keyof typeof services) =>
  Effect.gen(function* () {
    const { definition, server } = services[id]
    const simulator = server({ baseUrl: `http://simulated.example/${id}`, clock: stillClock(at * 1_000) })
    const context = yield* Effect.context<ReadingWriteServices>()
    const sql = yield* SqlClient.SqlClient
    const engine = yield* SyncEngine
    const source = yield* definition.make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(simulator.settings)))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient({ [id]: simulator as never })),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    yield* simulator.control.hold({ links, marks })
    return {
      ...simulator.control,
      control: simulator.control,
      engine,
      source,
      sync: (options: Partial<SyncOptions> = {}) =>
        withoutWaits(engine.sync(source, { ...syncDefaults("command"), ...options })),
      rows: sql<Record<string, unknown>>`
        SELECT regexp_replace(source_id, '^tag:.*/0*', '') AS source_id, url, title, folder, archived, starred, progress, status, tags,
          extract(epoch FROM saved_at)::int AS at
        FROM reading_articles ORDER BY regexp_replace(source_id, '^tag:.*/0*', '')::int`,
      marks: sql<Record<string, unknown>>`
        SELECT highlight.source_id, text, note, article.source_id AS link, extract(epoch FROM created_at)::int AS at
        FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
        ORDER BY highlight.source_id`
    }
  })

const test = (name: string, body: () => Effect.Effect<void, unknown, Effect.Effect.Context<ReturnType<typeof set>>>) =>
  it.live(name, () => body().pipe(Effect.scoped, Effect.provide(layer), Effect.orDie), 120_000)

for (const id of Object.keys(services) as ReadonlyArray<keyof typeof services>) {
  test(`${id}: reads all pages, then what changed, and deletes what is no longer listed`, () =>
    Effect.gen(function* () {
      const { hold, marks: storedMarks, rows, sync } = yield* set(id)
      const markCount = services[id].hasMarks ? marks.length : 0
      expect((yield* sync()).added).toBe(links.length + markCount)
      const articles = yield* rows
      expect(
        articles.map(({ at: time, sourceId, starred, title, url }) => [sourceId, url, title, time, starred])
      ).toEqual(
        links.map((link) => [
          link.id,
          link.url,
          link.title,
          link.at,
          isReader(id) || (id !== "linkding" && id !== "reader" && link.starred)
        ])
      )
      expect(articles.map(({ tags }) => tags)).toEqual(links.map(({ tags }) => (isReader(id) ? [] : tags)))
      expect(yield* storedMarks).toEqual(
        (markCount === 0 ? [] : marks).map((mark) => ({
          ...{
            sourceId: id === "wallabag" ? mark.id.slice(1) : mark.id,
            text: mark.text,
            link: mark.link,
            at: mark.at
          },
          note: mark.note === "" || id === "readeck" ? null : mark.note
        }))
      )
      const again = yield* sync()
      expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0])
      const changed = { ...links[0]!, title: "Called otherwise", archived: true }
      yield* hold({ links: [linkOf(231), changed, ...links.slice(2)], marks: marks.slice(0, 1) })
      const next = yield* sync()
      expect([next.added, next.changed]).toEqual([1, 1])
      const after = yield* rows
      expect(after.map(({ sourceId }) => sourceId)).toEqual([
        ...links.map((link) => link.id).filter((one) => one !== "2"),
        "231"
      ])
      expect(after[0]).toMatchObject({
        title: "Called otherwise",
        ...(id === "raindrop" || isReader(id) ? {} : { archived: true })
      })
      expect(yield* storedMarks).toHaveLength(Math.min(markCount, 1))
    }))

  test(`${id}: survives what the service answers on a bad day, and deletes nothing because of it`, () =>
    Effect.gen(function* () {
      const { faults, rows, sync } = yield* set(id)
      yield* survivesBadDay(faults, Effect.suspend(sync), rows)
    }))
}

test("wallabag: asks for another token when the server ended the last one", () =>
  Effect.gen(function* () {
    const { control, requests, sync } = yield* set("wallabag")
    yield* sync()
    if ("endTokens" in control) yield* control.endTokens
    yield* requests.clear
    expect((yield* sync()).added).toBe(0)
    const logins = (yield* requests.all).filter(({ path }) => path === "/oauth/v2/token")
    expect(logins).toHaveLength(1)
  }))

for (const id of ["miniflux", "freshrss"] as const)
  test(`${id}: says that an entry is unread, and nothing of those that were marked as read`, () =>
    Effect.gen(function* () {
      const { rows, sync } = yield* set(id)
      yield* sync()
      expect((yield* rows).map(({ status }) => status)).toEqual(
        links.map(({ progress }) => (progress > 0 ? "saved" : "unread"))
      )
    }))

test("miniflux: keeps the first time of an entry that changes later", () =>
  Effect.gen(function* () {
    const { hold, rows, sync } = yield* set("miniflux")
    yield* hold({ links: [links[0]!] })
    yield* sync()
    yield* hold({ links: [{ ...links[0]!, at: at + 86_400, progress: 1 }] })
    yield* sync()
    expect(yield* rows).toMatchObject([{ at: links[0]!.at, status: "saved" }])
  }))

test("freshrss: logs in again when the server ended the last token", () =>
  Effect.gen(function* () {
    const { control, requests, sync } = yield* set("freshrss")
    yield* sync()
    if ("endTokens" in control) yield* control.endTokens
    yield* requests.clear
    expect((yield* sync()).added).toBe(0)
    const logins = (yield* requests.all).filter(({ path }) => path.endsWith("/ClientLogin"))
    expect(logins).toHaveLength(1)
  }))

for (const [id, file] of [
  ["karakeep", karakeepExport(links)],
  ["raindrop", raindropCsv(links)],
  ["reader", readerCsv(links)],
  ["wallabag", wallabagExport(links)]
] as const)
  test(`${id}: the API and the export file come to the same articles in any order`, () =>
    Effect.gen(function* () {
      const { engine, rows, source, sync } = yield* set(id)
      const sql = yield* SqlClient.SqlClient
      const read = engine.import(source, importFile("download", file, 9_973), syncDefaults("import"))
      yield* read
      yield* sync()
      const fileFirst = yield* rows
      const again = yield* read
      expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0])
      yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
      yield* sync({ full: true })
      yield* read
      expect(yield* rows).toEqual(fileFirst)
    }))
