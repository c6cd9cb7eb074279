import { sampleDownload } from "./domains/hostHealth.js"
import { sampleCode } from "./domains/setup.js"
import * as HttpApi from "@effect/platform/HttpApi"
import { Option, Schema } from "effect"
import { apiOf } from "../../src/Api.js"
import { openApiDocument } from "../../src/index.js"
import { books } from "./domains/declared.js"

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly schema: {
    readonly type: string
    readonly enum?: ReadonlyArray<string>
    readonly minimum?: number
    readonly maximum?: number
  }
}

/** An operation of the OpenAPI document, with the schema of its successful responses. */
export interface Operation {
  readonly method: string
  /** With parameters in braces, as in the document. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly open: boolean
  readonly admin: boolean
  readonly statuses: ReadonlyArray<string>
  /** The statuses of successful responses. */
  readonly well: ReadonlyArray<number>
  readonly success: Schema.Schema<unknown>
}

/** The domains that the hosts of these operations declare. */
export const declaredDomains = [books]

const successes = new Map<string, Schema.Schema<unknown>>()
HttpApi.reflect(apiOf(declaredDomains), {
  onGroup: () => {},
  onEndpoint: ({ endpoint, successes: answers }) => {
    const schemas = Array.from(answers.values(), (answer) => Schema.make<unknown>(Option.getOrThrow(answer.ast)))
    successes.set(`${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}`, Schema.Union(...schemas))
  }
})

/** Streams do not end by themselves, and every key may have a ticket: they have tests of their own. */
const ofStreams = ({ path }: Operation) => path.startsWith("/v1/stream")

/** Writes that change no data. */
export const forReaders = (operation: Operation) => ofStreams(operation) || operation.path === "/v1/batch"

/** Every operation of the document, so that new routes are tested automatically. */
export const operations: ReadonlyArray<Operation> = Object.entries(openApiDocument(declaredDomains).paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase()
      return {
        method,
        path,
        parameters: operation.parameters as unknown as ReadonlyArray<Parameter>,
        open: operation.security.length === 0,
        admin: operation.security.length > 0 && operation.responses[403] !== undefined,
        statuses: Object.keys(operation.responses),
        well: Object.keys(operation.responses)
          .map(Number)
          .filter((status) => status < 400),
        success: successes.get(`${method} ${path}`)!
      }
    })
)

/** Operations that do not change the host, and those that do. */
export const reading = operations.filter((one) => one.method === "GET" && !ofStreams(one))
export const changing = operations.filter((one) => one.method !== "GET" && !ofStreams(one))

/** Path parameters of a successful request. */
const usual: Readonly<Record<string, string>> = {
  ...{ id: "1", year: "2025", domain: "listening", target: "listening", source: "strava", secret: "s" },
  ...{ type: "artist", entity_type: "albums", entity_id: "1", size: "medium", card: "overview.svg" }
}

/** Required queries, by path. */
const usualQuery: Readonly<Record<string, string>> = {
  "/v1/search": "?q=ferry",
  "/v1/admin/export": "?format=listenbrainz",
  "/v1/admin/collecting/media/candidates": "?title=film",
  "/v1/admin/collecting/vinyl/candidates": "?title=record"
}

/** Paths for which the usual parameters match nothing. */
const usualPlace: Readonly<Record<string, string>> = {
  "/v1/attending/seasons/{league}/{season}": "/v1/attending/seasons/MLB/2024",
  "/v1/attending/year/{year}": "/v1/attending/year/2024",
  "/v1/admin/lenses/{name}": "/v1/admin/lenses/runs",
  "/v1/admin/lenses/{name}/preview": "/v1/admin/lenses/runs/preview",
  "/v1/admin/lenses/{name}/token": "/v1/admin/lenses/runs/token",
  "/v1/admin/backups/{name}": "/v1/admin/backups/daybook-2025-03-14T03-00-00-000Z.backup",
  "/v1/admin/backups/{name}/download": "/v1/admin/backups/daybook-2025-03-14T03-00-00-000Z.backup/download",
  "/v1/downloads/{code}": `/v1/downloads/${sampleDownload}`,
  "/v1/books/top/{facet}": "/v1/books/top/author"
}

export const usualPath = ({ path }: Operation): string =>
  usualPlace[path] ?? path.replaceAll(/\{(\w+)\}/g, (_, name: string) => usual[name] ?? "1") + (usualQuery[path] ?? "")

/** A valid body of the operation, by path. */
export const usualBody: Readonly<Record<string, unknown>> = {
  "/v1/batch": { reads: [{ path: "/v1/listening/streaks" }] },
  "/v1/listening/admin/filters": { filter_type: "custom", pattern: "Somebody", scope: "artist" },
  "/v1/admin/corrections": { kind: "hide", type: "artist", subject: { artist: "Kerrim" } },
  "/v1/admin/corrections/preview": { kind: "hide", type: "artist", subject: { artist: "Kerrim" } },
  "/v1/admin/keys": { name: "Dashboard" },
  "/v1/admin/lenses": { name: "walks", operations: ["running.recent"] },
  "/v1/admin/lenses/{name}/preview": { operation: "running.recent", params: { limit: "1" } },
  "/v1/admin/timezone/history": { periods: [], trips: [] },
  "/v1/admin/timezone/history/suggestions/decline": { from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" },
  "/v1/admin/scrobblers": { name: "living room" },
  "/v1/admin/sources/{source}/settings": { settings: { DAYBOOK_STRAVA_CLIENT_ID: "28684" } },
  "/v1/setup/open": { code: sampleCode },
  "/v1/admin/import": "artist,track",
  "/v1/admin/hooks": { url: "https://receiver.example/in", events: ["feed.item.created"] },
  "/v1/admin/hooks/{id}": { description: "another purpose" },
  "/v1/admin/hooks/{id}/replay": { since: "2025-03-01" },
  "/v1/webhooks/{source}": { object_id: 1 },
  "/v1/webhooks/{source}/{secret}": { object_id: 1 },
  "/v1/watching/admin/movies": { title: "Film 1", rating: 4.5 },
  "/v1/watching/admin/movies/{id}": { rating: 4, watched_at: "2025-03-01" },
  "/v1/admin/reindex-search": {},
  "/v1/admin/images/{domain}/{entity_type}/{entity_id}": { source_url: "https://pictures.example/cover.jpg" },
  "/v1/admin/images/regenerate-thumbhashes": { batch_size: 10 },
  "/v1/watching/admin/backfill-images": { type: "all" },
  "/v1/admin/collecting/backfill-images": {},
  "/v1/admin/collecting/media/backfill-images": { limit: 5 },
  "/v1/admin/collecting/media": { tmdb_id: 9, media_type: "bluray" },
  "/v1/admin/collecting/vinyl": { discogs_id: 7 },
  "/v1/admin/collecting/matches/{id}/{album}": { same: true },
  "/v1/admin/collecting/media/matches/{id}/{movie}": { same: false },
  "/v1/watching/admin/unmatched/{id}": { tmdb_id: 9 },
  "/v1/watching/admin/unnumbered/{id}": { episode: 5 },
  "/v1/admin/reenrich-reading": {},
  "/v1/admin/reembed-reading": { onlyMissing: false },
  "/v1/reading/admin/backfill-images": {},
  "/v1/admin/attending/sources/{id}/promote": { event_date: "2025-01-05" },
  "/v1/admin/attending/events/{id}": { attended: true },
  "/v1/admin/sync/attending/manual-import": {
    event_type: "concert",
    event_date: "2024-09-20",
    title: "Lucy Dacus",
    performers: ["Lucy Dacus"],
    tickets: [{ seats: ["4"], total_price_cents: 4550, currency: "USD" }]
  },
  "/v1/admin/attending/backfill-images": {},
  "/v1/admin/books/book": { isbn13: "9780441000099", title: "Bright Field", added_at: "2025-03-01T10:00:00Z" },
  "/v1/admin/books/book/{id}": { rating: 4.5, tags: ["snow"], finished_on: "2025-03-15" },
  "/v1/admin/books/reading_session": { number: 9, started_at: "2025-03-01T10:00:00Z" },
  "/v1/admin/books/reading_session/{id}": { started_at: "2025-03-02T10:00:00Z" }
}
