import { optionalDomains, optionalSetting, SourceDefinitions } from "@daybook/adapters"
import { DeclaredDomains } from "@daybook/core/domain"
import { Effect, Layer } from "effect"
import { reason, Usage } from "../failures.js"
import type { Configuration } from "./loaded.js"

/** Fails if the configuration file has a domain or a source of this name. */
const requireFree = (kind: string, name: string, names: ReadonlyArray<string>) =>
  names.includes(name)
    ? new Usage({
        message: `the configuration file has a ${kind} ${name}, and DAYBOOK_DOMAINS adds one: rename yours, or remove the domain from DAYBOOK_DOMAINS`
      })
    : Effect.void

/** Adds the domains of `DAYBOOK_DOMAINS` and their sources. */
export const withOptionalDomains = (own: Configuration): Effect.Effect<Configuration, Usage> =>
  Effect.gen(function* () {
    const names = yield* Effect.mapError(optionalSetting.config, (error) => new Usage({ message: reason(error) }))
    const chosen = optionalDomains.filter(({ domain }) => names.includes(domain.name))
    const declared = yield* DeclaredDomains
    const sources = yield* SourceDefinitions
    for (const { domain, sources: added } of chosen) {
      yield* requireFree(
        "domain",
        domain.name,
        declared.map(({ name }) => name)
      )
      yield* Effect.forEach(
        added,
        ({ id }) =>
          requireFree(
            "source",
            id,
            sources.map((one) => one.id)
          ),
        { discard: true }
      )
    }
    const added = Layer.mergeAll(
      Layer.succeed(DeclaredDomains, [...chosen.map(({ domain }) => domain), ...declared]),
      Layer.succeed(SourceDefinitions, [...sources, ...chosen.flatMap((one) => one.sources)])
    )
    return { ...own, layer: Layer.merge(own.layer, added) }
  }).pipe(Effect.provide(own.layer))
