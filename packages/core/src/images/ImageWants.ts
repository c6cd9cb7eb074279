import { Context, type Effect } from "effect"
import type { EntityRef } from "../shared/EntityRef.js"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { EntityWant } from "./ImageWant.js"

/** The queue of pictures that entities wait for. */
export class ImageWants extends Context.Tag("@daybook/core/ImageWants")<ImageWants, {
  /** Notes wants; one that says something else than before is looked for anew, unless a person chose the picture. */
  readonly want: (domain: Domain, wants: ReadonlyArray<EntityWant>) => Effect.Effect<void, StorageFailure>
  /** Forgets the pictures of entities that are gone. */
  readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
}>() {}
