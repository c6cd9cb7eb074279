import { type ClientListen, type ScrobblerClient, scrobblerClients } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { patience } from "./support/daybook.js"
import { type InProcessHost, inProcessHost, newSettings } from "./support/inProcessHost.js"

const start = Math.floor(Date.UTC(2026, 2, 14, 18) / 1_000)

const listen = (artist: string, number: number): ClientListen => ({
  artist,
  track: `Low Tide ${number}`,
  album: number % 3 === 0 ? "" : "Harbour Songs",
  seconds: 214,
  at: start + number * 300
})

/** The fields of answers that are read here. */
interface Body {
  readonly data: ReadonlyArray<{
    readonly artist: { readonly name: string }
    readonly track: { readonly name: string }
    readonly scrobbled_at: string
    readonly name: string
    readonly listen_count: number
  }>
  readonly sources: { readonly scrobbling: unknown }
  readonly total_scrobbles: number
}

const get = (host: InProcessHost, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${host.url}${path}`, { headers: { authorization: `Bearer ${host.admin}` } })
    return (await response.json()) as Body
  })

/** The plays that the API answers: artist, track and second. */
const answered = Effect.fn(function* (host: InProcessHost) {
  const plays: Array<string> = []
  for (let page = 1, more = true; more; page++) {
    const body = yield* get(host, `/v1/listening/recent?limit=50&page=${page}`)
    for (const { artist, scrobbled_at, track } of body.data)
      plays.push(`${artist.name} ${track.name} ${Date.parse(scrobbled_at) / 1_000}`)
    more = body.data.length === 50
  }
  return plays.sort()
})

const expected = (listens: ReadonlyArray<ClientListen>) =>
  [...new Set(listens.map(({ artist, at, track }) => `${artist} ${track} ${at}`))].sort()

const each = (clients: ReadonlyArray<ScrobblerClient>, run: (client: ScrobblerClient) => Promise<unknown>) =>
  Effect.promise(async () => {
    for (const client of clients) await run(client)
  })

/** Those that send batches have more than ten listens. */
const countOf = (client: string) => (/jellyfin|web|pano|mpd/.test(client) ? 12 : 4)

/** The clients, each with its own token. */
const connected = Effect.fn(function* (host: InProcessHost) {
  const names = scrobblerClients(host.url, "").map(({ name }) => name)
  const tokens = yield* Effect.forEach(names, (name) => host.addScrobbler(name))
  const clients = tokens.map(({ token }, index) => scrobblerClients(host.url, token)[index]!)
  yield* each(clients, (client) => client.connect())
  return clients
})

describe("scrobbling", () => {
  it.scopedLive(
    "stores what each of eight clients submits once, with offline queues and lost answers",
    () =>
      Effect.gen(function* () {
        const host = yield* inProcessHost(yield* newSettings)
        const clients = yield* connected(host)
        const own = clients.map(({ name }, index) =>
          // More than ten in a batch: `artist[10]` comes before `artist[2]`.
          Array.from({ length: countOf(name) }, (_, number) => listen(`The Boats of ${name}`, index * 20 + number))
        )
        clients.forEach((client, index) => own[index]!.forEach(client.finish))
        yield* each(clients, (client) => client.flush())
        expect(clients.map(({ dropped, name, queued }) => ({ name, dropped, queued: queued() }))).toStrictEqual(
          clients.map(({ name }) => ({ name, dropped: [], queued: 0 }))
        )
        expect(yield* answered(host)).toStrictEqual(expected(own.flat()))
        yield* each(clients, (client) => client.resend())
        expect(yield* answered(host)).toStrictEqual(expected(own.flat()))
        // The same listens by all of them: each counts once.
        const shared = Array.from({ length: 2 }, (_, number) => listen("Velmora Tide", 1_000 + number))
        clients.forEach((client) => shared.forEach(client.finish))
        yield* each(clients, (client) => client.flush())
        expect(yield* answered(host)).toStrictEqual(expected([...own.flat(), ...shared]))
        expect((yield* get(host, "/v1/listening/stats")).total_scrobbles).toBe(own.flat().length + 2)
        const { data } = yield* get(host, "/v1/admin/scrobblers")
        expect(data.map(({ listen_count, name }) => [name, listen_count])).toStrictEqual(
          clients.map(({ name }) => [name, countOf(name) + 2])
        )
        expect(data[0]).toMatchObject({ client: "navidrome 0.55.0", is_active: true })
        const { sources } = yield* get(host, "/v1/health/sync")
        expect(sources.scrobbling).toMatchObject({ status: "completed", configured: true, domain: "listening" })
        expect(yield* get(host, "/v1/search?q=Velmora")).toMatchObject({
          data: expect.arrayContaining([expect.objectContaining({ title: "Velmora Tide" })]) as unknown
        })
        expect((yield* get(host, "/v1/changes?since=0&type=artist")).data.length).toBe(9)
        // What is playing, and that it ends.
        for (const client of clients) {
          yield* each([client], () => client.play(listen(client.name, 7)))
          expect(yield* get(host, "/v1/listening/now-playing")).toMatchObject({
            is_playing: true,
            track: { name: "Low Tide 7", artist: { name: client.name } }
          })
        }
      }),
    patience
  )
})

describe("scrobbling without a database", () => {
  it.scopedLive(
    "asks every client to keep its listens and send them again",
    () =>
      Effect.gen(function* () {
        const settings = yield* newSettings
        const database = new URL(settings["DAYBOOK_DATABASE_URL"]!).pathname.slice(1)
        const other = yield* inProcessHost(yield* newSettings)
        const host = yield* inProcessHost(settings)
        const clients = yield* connected(host)
        const own = clients.map(({ name }, index) => [1, 2, 3].map((number) => listen(name, index * 20 + number)))
        const allow = (allowed: boolean) =>
          other.sql`ALTER DATABASE ${other.sql(database)} ALLOW_CONNECTIONS ${other.sql.literal(String(allowed))}`
        yield* Effect.addFinalizer(() => Effect.orDie(allow(true)))
        yield* allow(false)
        yield* other.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${database}`
        clients.forEach((client, index) => own[index]!.forEach(client.finish))
        yield* each(clients, (client) => client.flush())
        expect(clients.map(({ dropped, queued }) => [queued(), dropped])).toStrictEqual(clients.map(() => [3, []]))
        const stranger = yield* Effect.promise(() =>
          fetch(`${host.url}/apis/listenbrainz/1/submit-listens`, {
            method: "POST",
            headers: { authorization: "Token 3f0c1d9a-6b1e-4a57-8d39-0c7f5e2ab914" },
            body: "{}"
          })
        )
        // Another host may just have made it.
        expect([stranger.status, yield* Effect.promise(() => stranger.json())]).toMatchObject([503, { code: 503 }])
        yield* allow(true)
        yield* each(clients, (client) => client.flush()).pipe(
          Effect.repeat({
            until: () => clients.every(({ queued }) => queued() === 0),
            schedule: Schedule.spaced("200 millis")
          }),
          Effect.timeout("30 seconds")
        )
        expect(clients.flatMap(({ dropped }) => dropped)).toStrictEqual([])
        expect(yield* answered(host)).toStrictEqual(expected(own.flat()))
      }),
    patience
  )
})
