import { type Domain, domains } from "@daybook/core"
import { type DeclaredDomain, DeclaredDomains, domainNames } from "@daybook/core/domain"
import { collectionNames } from "@daybook/core/images"
import { BadInput } from "@daybook/core/shared"
import { Effect, Schema } from "effect"
import { listed, param } from "./params.js"

/**
 * A name of Daybook, or one that this host's configuration declares. Parameters are decoded without services, so the
 * handler checks it (`acceptDomain`). The document of a host lists the declared names too.
 */
const openName = (names: ReadonlyArray<string>, description: string) =>
  param({
    must: "given once",
    json: { type: "string", enum: names },
    description,
    read: (text) => text,
    type: Schema.String
  })

/** The name of a domain. */
export const domainName = (description: string): Schema.Schema<Domain, string> => openName(domains, description)

/** The plural of an entity with pictures, as in addresses. */
export const collectionName = (description: string) => openName(collectionNames, description)

const accept =
  (parameter: string, all: Effect.Effect<ReadonlyArray<string>>) =>
  (name: string): Effect.Effect<string, BadInput> =>
    Effect.flatMap(all, (names) =>
      names.includes(name)
        ? Effect.succeed(name)
        : new BadInput({ message: `${parameter} must be one of ${listed(names)}` })
    )

/** The domain, if this host has it. */
export const acceptDomain = accept("domain", domainNames)

const collectionsOf = ({ entities }: DeclaredDomain) =>
  Object.values(entities).flatMap(({ pictures }) => pictures ?? [])

/** The plural, if entities of this host have pictures under it. */
export const acceptCollection = accept(
  "entity_type",
  Effect.map(DeclaredDomains, (declared) =>
    Array.from(new Set([...collectionNames, ...declared.flatMap(collectionsOf)]))
  )
)
