import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Host, host } from "../support/host.js"
import { ask, post } from "../support/http.js"

const files = ["feed.json", "card/top-artists.svg", "card/last-run.svg", "runs.ics"]

const statuses = (stage: Host, segment: string) =>
  Effect.forEach(files, (file) => Effect.map(ask(`${stage.url}/p/${segment}/${file}`), ({ status }) => status))

const definition = { name: "quiet", operations: ["listening.artists", "running.recent", "feed.all"] }
const [open, closed] = [
  [200, 200, 200, 200],
  [404, 404, 404, 404]
]

it.scoped("a token opens the files of a lens that is not public, until it is renewed or taken away", () =>
  Effect.gen(function* () {
    const stage = yield* host({ publish: true })
    const lens = `${stage.url}/v1/admin/lenses/quiet`
    yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, definition)
    expect(yield* statuses(stage, "quiet")).toEqual(closed)
    const first = yield* post(`${lens}/token`, stage.admin, {})
    expect([first.status, first.json]).toEqual([
      201,
      {
        name: "quiet",
        token: expect.stringMatching(/^svc_url_[0-9A-Za-z]{36}$/),
        path: `/p/${first.json.token}/`,
        created_at: new Date(stage.clock.now).toISOString()
      }
    ])
    expect(yield* statuses(stage, first.json.token)).toEqual(open)
    const answer = yield* ask(`${stage.url}/p/${first.json.token}/card/top-artists.svg`)
    expect([answer.headers.get("cache-control"), answer.text.includes("Not shown here")]).toEqual([
      "private, max-age=300",
      true
    ])
    // It is shown once.
    expect((yield* ask(lens, { key: stage.admin })).text).not.toContain(first.json.token)
    expect((yield* ask(lens, { key: stage.admin })).json.token_created_at).toBe(first.json.created_at)

    const changed = first.json.token.replace(/.$/, (last: string) => (last === "a" ? "b" : "a"))
    for (const segment of [changed, first.json.token.slice(0, -1), "svc_url_", `${first.json.token}x`, stage.read])
      expect([segment, yield* statuses(stage, segment)]).toEqual([segment, closed])
    // It is no key.
    expect((yield* ask(`${stage.url}/v1/running/recent`, { key: first.json.token })).status).toBe(401)

    const renewed = yield* post(`${lens}/token`, stage.admin, {})
    expect(yield* statuses(stage, first.json.token)).toEqual(closed)
    expect(yield* statuses(stage, renewed.json.token)).toEqual(open)
    expect((yield* ask(`${lens}/token`, { key: stage.admin, method: "DELETE" })).status).toBe(200)
    expect(yield* statuses(stage, renewed.json.token)).toEqual(closed)
    expect((yield* ask(`${lens}/token`, { key: stage.admin, method: "DELETE" })).status).toBe(404)
    expect((yield* post(`${stage.url}/v1/admin/lenses/nothing/token`, stage.admin, {})).status).toBe(404)
    expect((yield* post(`${lens}/token`, stage.read, {})).status).toBe(403)
  })
)

it.scoped("a token ends with its lens", () =>
  Effect.gen(function* () {
    const stage = yield* host({ publish: true })
    const lens = `${stage.url}/v1/admin/lenses/quiet`
    yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, definition)
    const { json } = yield* post(`${lens}/token`, stage.admin, {})
    yield* ask(lens, { key: stage.admin, method: "DELETE" })
    expect(yield* statuses(stage, json.token)).toEqual(closed)
    // A lens of the same name is another one.
    yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, definition)
    expect(yield* statuses(stage, json.token)).toEqual(closed)
    // Lenses that come with Daybook can have one too.
    const all = yield* post(`${stage.url}/v1/admin/lenses/all/token`, stage.admin, {})
    expect(yield* statuses(stage, all.json.token)).toEqual(open)
  })
)
