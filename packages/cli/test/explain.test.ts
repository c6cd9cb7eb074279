import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience } from "./support/daybook.js"
import { get } from "./support/host.js"
import { inProcessHost, newSettings } from "./support/inProcessHost.js"
import { restoreSample } from "./support/sampleHome.js"

/** Records of each kind that are compared. */
const perKind = 12

interface Entry {
  readonly id: string
  readonly op: "upsert" | "delete"
  readonly href: string | null
}

interface Answer {
  readonly as_of: string | null
  readonly sources: ReadonlyArray<{ readonly source: string }>
  readonly fields: Readonly<Record<string, { readonly value: unknown; readonly from: string; readonly rule: string }>>
  readonly counts?: ReadonlyArray<Readonly<Record<"reported" | "counted" | "duplicates" | "hidden", number>>>
}

/** The value of a field of an answer: `venue.name` is a member of a member. */
const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
      answer
    )

const contentOf = (body: Readonly<Record<string, unknown>>): unknown => {
  const data = Object.keys(body).length === 1 ? body["data"] : undefined
  return Array.isArray(data) ? data[0] : (data ?? body)
}

it.scopedLive(
  "explanations have the answered values and listed sources, for every kind of records of the sample",
  () =>
    Effect.gen(function* () {
      const settings = yield* newSettings
      yield* restoreSample(settings)
      const { admin, url } = yield* inProcessHost(settings)
      const { body } = yield* get(`${url}/v1/changes?since=0&limit=1000`, admin)
      const entries = [...(body["data"] as ReadonlyArray<Entry>)]
      for (let cursor = body["cursor"], more = body["has_more"]; more === true;) {
        const page = yield* get(`${url}/v1/changes?since=${String(cursor)}&limit=1000`, admin)
        entries.push(...(page.body["data"] as ReadonlyArray<Entry>))
        cursor = page.body["cursor"]
        more = page.body["has_more"]
      }
      const kinds = new Map<string, Array<Entry>>()
      for (const entry of entries) {
        const kind = entry.id.split("/").slice(0, 2).join("/")
        // Entries of the feed are not records.
        if (entry.op === "upsert" && !kind.endsWith("/feed_item")) kinds.set(kind, [...(kinds.get(kind) ?? []), entry])
      }
      const compared = new Map<string, number>()
      for (const [kind, all] of kinds) {
        for (const { href, id } of all.slice(-perKind)) {
          const explained = yield* get(`${url}/v1/explain/${id}`, admin)
          expect([id, explained.status]).toEqual([id, 200])
          const { counts, fields, sources } = explained.body as unknown as Answer
          expect(sources.length, id).toBeGreaterThan(0)
          const names = [...sources.map(({ source }) => source), "person"]
          for (const { from } of Object.values(fields)) expect(names, id).toContain(from)
          for (const { counted, duplicates, hidden, reported } of counts ?? [])
            expect(counted + duplicates + hidden).toBe(reported)
          const answer = contentOf((yield* get(`${url}${href!}`, admin)).body)
          for (const [name, { value }] of Object.entries(fields)) {
            const answered = valueAt(answer, name)
            if (answered === undefined) continue
            expect([id, name, value]).toEqual([id, name, answered])
            compared.set(kind, (compared.get(kind) ?? 0) + 1)
          }
        }
      }
      const withValues = ["listening/artist", "running/activity", "watching/viewing", "reading/article"]
      for (const kind of [...withValues, "reading/highlight", "attending/event", "attending/venue", "attending/player"])
        expect([kind, compared.get(kind) ?? 0]).not.toEqual([kind, 0])
      const recent = yield* get(`${url}/v1/listening/recent?limit=5`, admin)
      for (const play of recent.body["data"] as ReadonlyArray<{ readonly scrobbled_at: string }>) {
        const explained = yield* get(`${url}/v1/explain/listening/play/${play.scrobbled_at}`, admin)
        const { fields } = explained.body as unknown as Answer
        for (const name of ["scrobbled_at", "artist.name", "track.name"])
          expect(fields[name]?.value).toEqual(valueAt(play, name))
      }
      for (const missing of [
        "listening/artist/2000000000",
        "listening/play/x",
        "running/day/2026-02-31",
        "listening/day/0000-01-01",
        "listening/play/2026-02-31T10:00:00Z",
        "listening/artist/99999999999999999999",
        "watching/day/1980-01-01"
      ])
        expect((yield* get(`${url}/v1/explain/${missing}`, admin)).status).toBe(404)
    }),
  patience
)
