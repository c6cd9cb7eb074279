import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectCaching, pathsOf } from "./support/cacheHeaders.js"
import { sampleArticles, sampleHighlights } from "./support/domains/reading.js"
import { host } from "./support/host.js"
import { ask, type Json, post } from "./support/http.js"

type Article = (typeof sampleArticles)[number]

/** Asks for a path of the domain that answers 200. */
const asking = Effect.map(
  host(),
  ({ read, url }) =>
    (path: string) =>
      Effect.map(ask(`${url}/v1/reading/${path}`, { key: read }), ({ json, status }): Json => {
        expect([path, status]).toEqual([path, 200])
        return json
      })
)

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
/** All times of the sample are around noon, so the day in Berlin is the day in UTC. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const addressesOf = (sourceId: string | null) => ({
  instapaper_url: sourceId === null ? null : `https://www.instapaper.com/read/${sourceId}`,
  instapaper_app_url: sourceId === null ? null : `instapaper://read/${sourceId}`
})

const viewOf = (article: Article) => ({
  id: article.id,
  title: article.title,
  author: article.author,
  url: article.url,
  ...addressesOf(article.sourceId),
  domain: article.domain,
  site_name: "Harbour Review",
  description: article.description === null ? "The page's words" : "Its own words",
  word_count: article.wordCount,
  estimated_read_min: article.wordCount === null ? null : Math.ceil(article.wordCount / 238),
  status: article.status,
  status_inferred: article.statusInferred,
  progress: article.progress,
  starred: article.starred,
  rating: null,
  tags: article.tags,
  source: "instapaper",
  image: null,
  saved_at: iso(article.savedAt),
  started_at: iso(article.startedAt),
  finished_at: iso(article.finishedAt)
})

type Placed = (typeof sampleHighlights)[number]

const highlightOf = ({ highlight: { createdAt, id, note, position, text } }: Placed) => ({
  id,
  text,
  note,
  position,
  chapter: null,
  page: null,
  created_at: iso(createdAt)
})

const placedOf = (placed: Placed) => ({
  ...highlightOf(placed),
  article: {
    id: placed.article.id,
    title: placed.article.title,
    author: placed.article.author,
    domain: placed.article.domain,
    url: placed.article.url,
    ...addressesOf(placed.article.sourceId)
  }
})

const newest = sampleArticles.toReversed()
const isBulk = ({ finishedAt, savedAt }: Article) => finishedAt === savedAt
const finished = sampleArticles.filter((article) => article.finishedAt !== null && !isBulk(article))
const idsOf = (answer: Json): ReadonlyArray<number> => answer.data.map(({ id }: { id: number }) => id)
const ids = (articles: ReadonlyArray<Article>) => articles.map(({ id }) => id)
const savedOn = ({ savedAt }: Article) => dayOf(savedAt)

/** Counts of names, most first. */
const countsOf = (names: ReadonlyArray<string>) =>
  Array.from(new Set(names), (name) => [name, names.filter((one) => one === name).length] as const).toSorted(
    ([, a], [, b]) => b - a
  )

const totalsOf = (articles: ReadonlyArray<Article>) => ({
  total_articles: articles.length,
  finished_count: articles.filter((article) => finished.includes(article)).length,
  total_highlights: sampleHighlights.filter(({ article }) => ids(articles).includes(article.id)).length,
  total_word_count: articles.reduce((sum, { wordCount }) => sum + (wordCount ?? 0), 0)
})

const streaks = {
  current: { days: 2, start_date: savedOn(sampleArticles[9]!), total_finished: 2 },
  longest: {
    days: 2,
    start_date: savedOn(sampleArticles[9]!),
    end_date: savedOn(sampleArticles[10]!),
    total_finished: 2
  }
}

describe("reading over HTTP", () => {
  it.scoped("lists saved articles newest first, without those that have no text or were archived in bulk", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const usual = newest.filter((article) => !article.bodyMissing && !isBulk(article))
      const second = yield* at("recent?limit=4&page=2")
      expect(second.data).toEqual(usual.slice(4, 8).map(viewOf))
      expect(second.pagination).toEqual({ page: 2, limit: 4, total: usual.length, total_pages: 3 })
      const cases: ReadonlyArray<readonly [string, (article: Article) => boolean]> = [
        ["include_no_body=true", (article) => !isBulk(article)],
        ["include_bulk_archived=true", (article) => !article.bodyMissing],
        ["include_bulk_archived=1&include_no_body=1", () => true],
        ["from=2025-03-08", (article) => usual.includes(article) && savedOn(article) >= "2025-03-08"],
        ["to=2024-12-31", (article) => usual.includes(article) && savedOn(article) <= "2024-12-31"],
        ["date=2025-03-10", (article) => usual.includes(article) && savedOn(article) === "2025-03-10"]
      ]
      for (const [query, which] of cases)
        expect([query, idsOf(yield* at(`recent?limit=50&${query}`))]).toEqual([query, ids(newest.filter(which))])
    })
  )

  it.scoped("filters articles like a predicate over each article", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const cases: ReadonlyArray<readonly [string, (article: Article) => boolean]> = [
        ["", () => true],
        ["status=finished", ({ status }) => status === "finished"],
        ["status=reading", ({ status }) => status === "reading"],
        ["tag=essays", ({ tags }) => tags.includes("essays")],
        ["tag=essay", () => false],
        ["domain=lantern.example", ({ domain }) => domain === "lantern.example"],
        ["starred=true", ({ starred }) => starred],
        ["starred=0", ({ starred }) => !starred],
        [
          "from=2025-01-01&to=2025-03-10",
          (article) => savedOn(article) >= "2025-01-01" && savedOn(article) <= "2025-03-10"
        ],
        ["starred=1&status=unread", ({ starred, status }) => starred && status === "unread"]
      ]
      for (const [query, which] of cases) {
        const withText = newest.filter((article) => which(article) && !article.bodyMissing)
        const answer = yield* at(`articles?limit=50&${query}`)
        expect([query, idsOf(answer)]).toEqual([query, ids(withText)])
        expect(answer.pagination.total).toBe(withText.length)
        expect([query, idsOf(yield* at(`articles?limit=50&include_no_body=1&${query}`))]).toEqual([
          query,
          ids(newest.filter(which))
        ])
      }
    })
  )

  it.scoped("sorts articles in both directions, those without the value last", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const withText = sampleArticles.filter(({ bodyMissing }) => !bodyMissing)
      const byTitle = withText.toSorted((a, b) => (a.title < b.title ? -1 : 1))
      const done = withText
        .filter(({ finishedAt }) => finishedAt !== null)
        .toSorted((a, b) => a.finishedAt! - b.finishedAt!)
      const open = withText.filter(({ finishedAt }) => finishedAt === null)
      const orders: Readonly<Record<string, ReadonlyArray<Article>>> = {
        "sort=title&order=asc": byTitle,
        "sort=title&order=desc": byTitle.toReversed(),
        "sort=saved_at&order=asc": withText,
        "sort=finished_at&order=asc": [...done, ...open],
        "sort=finished_at&order=desc": [...done.toReversed(), ...open.toReversed()]
      }
      for (const [query, articles] of Object.entries(orders))
        expect([query, idsOf(yield* at(`articles?limit=50&${query}`))]).toEqual([query, ids(articles)])
      const archive = done.toReversed()
      expect((yield* at("archive")).data).toEqual(archive.map(viewOf))
      expect(idsOf(yield* at("archive?from=2025-03-10"))).toEqual(
        ids(archive.filter(({ finishedAt }) => dayOf(finishedAt!) >= "2025-03-10"))
      )
    })
  )

  it.scoped("lists articles in progress", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const reading = newest.filter(({ status }) => status === "reading")
      expect(yield* at("currently-reading")).toEqual({
        data: reading.filter(({ bodyMissing }) => !bodyMissing).map(viewOf)
      })
      expect(idsOf(yield* at("currently-reading?include_no_body=true"))).toEqual(ids(reading))
    })
  )

  it.scoped("answers one article with its text and highlights, and articles like it", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const article of sampleArticles) {
        const content = article.bodyMissing ? null : "The tide tables were wrong that year."
        expect(yield* at(`articles/${article.id}`)).toEqual({
          ...viewOf(article),
          excerpt: content,
          content,
          body_unavailable: article.bodyMissing,
          highlights: sampleHighlights.filter((one) => one.article.id === article.id).map(highlightOf)
        })
      }
      const similar = sampleArticles.filter(({ id }) => id !== 2)
      for (const [query, count] of [
        ["", 5],
        ["?limit=2", 2]
      ] as const)
        expect((yield* at(`articles/2/related${query}`)).data).toEqual(
          similar.slice(0, count).map((article) => {
            const { author, description, domain, id, title, url } = viewOf(article)
            const score = Number((1 / id).toFixed(6))
            return { id, title, author, url, ...addressesOf(article.sourceId), domain, description, score }
          })
        )
      expect(yield* at("articles/3/related")).toEqual({ data: [] })
    })
  )

  it.scoped("answers highlights with their articles, newest first", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const newestHighlights = sampleHighlights.toReversed()
      expect((yield* at("highlights")).data).toEqual(newestHighlights.map(placedOf))
      const second = yield* at("highlights?limit=2&page=2")
      expect(second).toEqual({
        data: newestHighlights.slice(2).map(placedOf),
        pagination: { page: 2, limit: 2, total: 3, total_pages: 2 }
      })
      const day = dayOf(sampleHighlights[1]!.highlight.createdAt)
      expect((yield* at(`highlights?date=${day}`)).data).toEqual([placedOf(sampleHighlights[1]!)])
      for (const placed of sampleHighlights)
        expect(yield* at(`highlights/${placed.highlight.id}`)).toEqual(placedOf(placed))
      const drawn = yield* Effect.replicateEffect(at("highlights/random"), 40)
      for (const one of drawn) expect(sampleHighlights.map(placedOf)).toContainEqual(one)
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(sampleHighlights.length)
    })
  )

  it.scoped("counts articles, words and streaks", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const [query, articles] of [
        ["", sampleArticles],
        ["?from=2025-03-09", sampleArticles.filter((article) => savedOn(article) >= "2025-03-09")],
        ["?date=1999-01-01", []]
      ] as const) {
        const minutes = articles.flatMap(({ wordCount }) => (wordCount === null ? [] : [Math.ceil(wordCount / 238)]))
        const average = minutes.length === 0 ? 0 : minutes.reduce((sum, one) => sum + one, 0) / minutes.length
        expect([query, yield* at(`stats${query}`)]).toEqual([
          query,
          {
            ...totalsOf(articles),
            currently_reading_count: articles.filter(({ status }) => status === "reading").length,
            avg_estimated_read_min: Number(average.toFixed(1)),
            streaks
          }
        ])
      }
      expect(yield* at("streaks")).toEqual(streaks)
    })
  )

  it.scoped("counts tags and sites", () =>
    Effect.gen(function* () {
      const at = yield* asking
      expect(yield* at("tags")).toEqual({
        data: countsOf(sampleArticles.flatMap(({ tags }) => tags)).map(([tag, count]) => ({ tag, count }))
      })
      const sites = countsOf(sampleArticles.map(({ domain }) => domain!))
      expect(yield* at("domains")).toEqual({ data: sites.map(([domain, count]) => ({ domain, count })) })
      expect((yield* at("domains?limit=1")).data).toHaveLength(1)
    })
  )

  it.scoped("counts the days and months of a year", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const [query, year] of [
        ["", "2025"],
        ["?year=2024", "2024"],
        ["?year=2010", "2010"]
      ] as const) {
        const own = sampleArticles.filter((article) => savedOn(article).startsWith(year))
        const days = own.map((article) => ({
          date: savedOn(article),
          saved: 1,
          finished: finished.includes(article) ? 1 : 0
        }))
        expect(yield* at(`calendar${query}`)).toEqual({
          year: Number(year),
          days,
          total_saved: own.length,
          total_finished: days.reduce((sum, day) => sum + day.finished, 0)
        })
        if (own.length === 0) continue
        expect(yield* at(`year/${year}`)).toEqual({
          year: Number(year),
          ...totalsOf(own),
          top_domains: countsOf(own.map(({ domain }) => domain!)).map(([domain, count]) => ({ domain, count })),
          top_tags: countsOf(own.flatMap(({ tags }) => tags)).map(([tag, count]) => ({ tag, count })),
          monthly: [
            {
              month: `${year}-03`,
              saved: own.length,
              finished: own.filter((article) => finished.includes(article)).length
            }
          ]
        })
      }
    })
  )

  it.scoped("answers 404 for missing data and 400 for invalid requests", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const at = (path: string) => ask(`${url}/v1/reading/${path}`, { key: read })
      for (const path of ["articles/13", "articles/13/related", "articles/99999999999", "highlights/4", "year/2010"])
        expect([path, (yield* at(path)).json]).toEqual([path, { error: "Not found", status: 404 }])
      const wrong: Readonly<Record<string, string>> = {
        "recent?limit=51": "limit must be a whole number from 1 to 50",
        "recent?page=0": "page must be a whole number from 1 to 2147483647",
        "recent?include_no_body=yes": "include_no_body must be true, 1, false or 0",
        "recent?from=2025-02-30": "from must be an ISO 8601 day or timestamp",
        "articles/x": "id must be a number",
        "articles?status=read": "status must be one of unread, reading, finished, skipped, abandoned, archived, saved",
        "articles?sort=size": "sort must be one of saved_at, finished_at, title",
        "articles?order=up": "order must be one of asc, desc",
        "articles?starred=maybe": "starred must be true, 1, false or 0",
        "articles/1/related?limit=26": "limit must be a whole number from 1 to 25",
        "archive?date=today": "date must be a day as YYYY-MM-DD",
        "highlights/x": "id must be a number",
        "calendar?year=1999": "year must be from 2000 to 2026",
        "calendar?year=x": "year must be a whole number from 0 to 9999",
        "domains?limit=101": "limit must be a whole number from 1 to 100",
        "year/2027": "year must be from 2000 to 2026",
        "tags?date=2025-03-01": "this operation has no parameter date; remove it, or see /docs for its date filters"
      }
      for (const [path, error] of Object.entries(wrong)) {
        const { json, status } = yield* at(path)
        expect([path, status, json.error]).toEqual([path, 400, error])
      }
    })
  )

  it.scoped("states how long each answer is valid", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const hour = 3_600
      const seconds: Readonly<Record<string, number>> = {
        recent: 300,
        "currently-reading": 300,
        articles: hour,
        "articles/1": hour,
        "articles/1/related": hour,
        archive: hour,
        highlights: hour,
        "highlights/random": 0,
        "highlights/1": hour,
        stats: hour,
        streaks: hour,
        calendar: hour,
        tags: hour,
        domains: hour,
        "year/2025": hour
      }
      expect(Object.keys(seconds).length).toBe(pathsOf("reading").length)
      const past = { "calendar?year=2024": 86_400, "year/2024": 86_400 }
      yield* expectCaching(
        stage,
        Object.fromEntries(Object.entries({ ...seconds, ...past }).map(([path, age]) => [`/v1/reading/${path}`, age]))
      )
    })
  )

  it.scopedLive("enriches as an admin only, within limits", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const report = (limit: number) => ({ retried: limit, succeeded: 0, still_failed: limit, took_ms: 1 })
      const embedded = (limit: number) => ({ scanned: limit, embedded: limit, skipped: 0, tokens: 1, took_ms: 1 })
      const cases: ReadonlyArray<readonly [string, string, object, object]> = [
        ["admin/reenrich-reading", "reenrich-reading", { mode: "missing-images" }, report(500)],
        ["admin/reenrich-reading", "reenrich-reading", { limit: 7 }, report(7)],
        ["reading/admin/backfill-images", "backfill-reading-images", {}, report(50)],
        ["admin/reembed-reading", "reembed-reading", { limit: 9, offset: 3, onlyMissing: false }, embedded(9)]
      ]
      for (const [path, source, body, result] of cases) {
        expect((yield* post(`${url}/v1/${path}`, read, body)).status).toBe(403)
        const { headers, json, status } = yield* post(`${url}/v1/${path}`, admin, body)
        expect([path, status, headers.get("cache-control")]).toEqual([path, 202, "no-store"])
        expect(json).toEqual({ run_id: json.run_id, status: "queued", runs: [{ source, run_id: json.run_id }] })
        const run = yield* Effect.delay(
          ask(`${url}/v1/admin/sync/runs/${json.run_id}`, { key: admin }),
          "10 millis"
        ).pipe(Effect.repeat({ until: ({ json }) => json.status !== "running", times: 500 }))
        expect([path, run.json]).toMatchObject([path, { status: "completed", domain: "reading", result }])
        for (const wrong of [{ limit: 0 }, { limit: 5_001 }, { limit: "many" }])
          expect([path, wrong, (yield* post(`${url}/v1/${path}`, admin, wrong)).status]).toEqual([path, wrong, 400])
      }
      const unknownMode = yield* post(`${url}/v1/admin/reenrich-reading`, admin, { mode: "all" })
      expect(unknownMode.status).toBe(400)
    })
  )
})
