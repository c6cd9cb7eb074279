import { Effect, type Scope } from "effect"
import { daybook, type Environment, run, type Running } from "./daybook.js"

/** A host on a free port without scheduled syncs. */
export const serve = (
  env: Environment,
  flags?: ReadonlyArray<string>
): Effect.Effect<{ readonly url: string; readonly host: Running }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env, undefined, flags)
    return { url: yield* host.says(/listening on (http:\/\/\S+)/), host }
  })

export const newKey = (env: Environment, ...more: ReadonlyArray<string>) =>
  Effect.map(
    run(["keys", "create", "--name", "test", "--json", ...more], env),
    ({ stdout }) => JSON.parse(stdout) as { readonly id: number; readonly key: string }
  )

export const get = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  })

const paths = ["stats", "streaks", "top/artists?limit=10", "top/tracks?limit=10", "top/albums?limit=10"]

/** The same data without the providers that a host would ask: what it answers does not change while it runs. */
const withoutProviders = (env: Environment): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("DAYBOOK_LASTFM_"))),
  DAYBOOK_APPLE_MUSIC_ENABLED: "false",
  DAYBOOK_MUSICBRAINZ_ENABLED: "false"
})

/** All plays and some counts of them, without ids and pictures. */
export const playsAndCounts = (env: Environment) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { key } = yield* newKey(env)
      const { host, url } = yield* serve(withoutProviders(env))
      const plays: Array<unknown> = []
      for (let page = 1, last = false; !last; page++) {
        const { body } = yield* get(`${url}/v1/listening/recent?limit=50&page=${page}`, key)
        const data = body["data"] as ReadonlyArray<unknown>
        plays.push(...data)
        last = data.length < 50
      }
      const counts = yield* Effect.forEach(paths, (path) => get(`${url}/v1/listening/${path}`, key))
      yield* host.kill("SIGTERM")
      yield* host.ended
      const plain = JSON.parse(
        JSON.stringify({ plays, counts }, (name, value: unknown) =>
          name === "id" || name === "image" ? undefined : value
        )
      ) as {
        plays: ReadonlyArray<{
          readonly scrobbled_at: string
          readonly track: { readonly name: string }
          readonly artist: { readonly name: string }
        }>
      }
      return plain
    })
  )
