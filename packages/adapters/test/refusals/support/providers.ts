import { Calendar, fromZoneName } from "@daybook/core/shared"
import type { Tokens } from "@daybook/core/tokens"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect, Either, Layer, Option, TestClock } from "effect"
import type { AnySourceDefinition } from "../../../../sources/src/SourceDefinitions.js"
import { definitions } from "../../../../sources/src/definitions.js"
import { memoryTokens } from "../../../../sources/test/support/tokens.js"
import * as InThisThread from "../../support/inThisThread.js"

/** The end of two months of the sample owner. */
const short = Date.parse("2024-01-21T08:00:00Z")

const berlin = Either.getOrThrow(fromZoneName("Europe/Berlin"))

const all = definitions as unknown as ReadonlyArray<AnySourceDefinition>

const simulatedUntil = (endsAt: number) => Effect.orDie(makeSimulators("http://provider.example", { endsAt }))

/** The settings under which the sources call the simulators. */
const configOf = ({ simulators }: Effect.Effect.Success<ReturnType<typeof simulatedUntil>>) =>
  ConfigProvider.fromMap(
    new Map(Object.values(simulators).flatMap(({ settings }) => Object.entries<string>(settings))),
    { pathDelim: "." }
  )

/** New simulators of all providers: some logins work once. */
export const worldUntil = (endsAt: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(endsAt)
    const simulated = yield* simulatedUntil(endsAt)
    return { ...simulated, provider: inProcessClient(simulated.simulators), config: configOf(simulated) }
  })

export const world = worldUntil(short)

/** What sources need in order to read, apart from stores. */
export const environment = (client: HttpClient.HttpClient, tokens: Layer.Layer<Tokens> = memoryTokens) =>
  Layer.mergeAll(
    tokens,
    InThisThread.layer,
    Layer.succeed(HttpClient.HttpClient, client),
    Layer.succeed(Calendar, berlin)
  )

/** The sources that pull, and that the settings of the simulators set up. */
const isSimulated = ({ enrichesOnly, missing, schedule }: AnySourceDefinition) =>
  Effect.map(missing, (names) => names.length === 0 && Option.isSome(schedule) && !enrichesOnly)

export const pullingSources = Effect.flatMap(simulatedUntil(short), (simulated) =>
  Effect.withConfigProvider(Effect.provide(Effect.filter(all, isSimulated), memoryTokens), configOf(simulated))
)

/** The sources with enrichments that the settings of the simulators set up. */
export const enrichingSources = Effect.flatMap(simulatedUntil(short), (simulated) =>
  Effect.forEach(all, (definition) =>
    Effect.gen(function* () {
      if ((yield* definition.missing).length > 0) return []
      const { enrichments } = yield* definition.make
      return enrichments.map(({ id }) => ({ definition, id }))
    })
  ).pipe(
    Effect.map((lists) => lists.flat()),
    Effect.provide(environment(inProcessClient(simulated.simulators))),
    Effect.withConfigProvider(configOf(simulated))
  )
)
