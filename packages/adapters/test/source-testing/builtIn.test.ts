import { lastfmPlainCsv, listenbrainzArchive, type SimulatorId, serveSimulators } from "@daybook/simulators"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, it } from "vitest"
import { type ExportFile, sourceChecks } from "../../src/source-testing/index.js"
import { postgres } from "../support/database.js"
import { definitions } from "../../../sources/src/definitions.js"

/** Two weeks of plays each: the second scrobbler begins a year after the first. */
const ends = { lastfm: Date.parse("2023-12-05T08:00:00Z"), listenbrainz: Date.parse("2024-12-05T08:00:00Z") }

const databaseSettings = Effect.gen(function* () {
  const address = yield* postgres.address
  return { DAYBOOK_DATABASE_URL: Redacted.value(address) }
})

/** The simulators of the sources, on one port for all checks: they answer the same each time. */
const world = (id: keyof typeof ends) =>
  Effect.gen(function* () {
    const served = yield* serveSimulators({ enabled: ["lastfm", "listenbrainz"], endsAt: ends[id] })
    const scrobbles = yield* served.simulators.lastfm.control.plays()
    const listens = yield* served.simulators.listenbrainz.control.plays()
    const files = {
      lastfm: { name: "scrobbles.csv", content: lastfmPlainCsv(scrobbles) },
      listenbrainz: { name: "listens.zip", content: listenbrainzArchive("someone", listens) }
    } satisfies Partial<Record<SimulatorId, ExportFile>>
    return { served, files }
  })

describe.each(["lastfm", "listenbrainz"] as const)("%s", (id) => {
  const scope = Effect.runSync(Scope.make())
  let ready: Effect.Effect.Success<ReturnType<typeof world>>
  beforeAll(async () => {
    ready = await Effect.runPromise(Effect.provideService(world(id), Scope.Scope, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** Requests go through the address of the check, which may answer with faults. */
  const checks = () => {
    const { files, served } = ready
    return sourceChecks({
      source: definitions.find((one) => one.id === id)!,
      provider: async (address) => ({
        respond: (request) => {
          const { pathname, search } = new URL(request.url)
          return fetch(`${served.url}${pathname}${search}`)
        },
        settings: {
          ...Object.fromEntries(
            Object.entries(served.settings).map(([name, value]) => [name, value.replace(served.url, address)])
          ),
          ...(await Effect.runPromise(Effect.provideService(databaseSettings, Scope.Scope, scope)))
        }
      }),
      exportFiles: [files[id]]
    })
  }

  const names = sourceChecks({
    source: definitions[0],
    provider: () => ({ settings: {} }),
    exportFiles: [{ name: "", content: "" }]
  }).map(({ name }) => name)

  const run = (name: string) =>
    checks()
      .find((one) => one.name === name)!
      .run()

  it.each(names)("%s", run)
})
