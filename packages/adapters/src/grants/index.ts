import { Grants } from "@daybook/core/grants"
import { Lenses } from "@daybook/core/lenses"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly, secret } from "../opened.js"
import { Opening } from "../Opening.js"
import * as GrantStore from "../postgres/grants/GrantStore.js"
import * as LensStore from "../postgres/LensStore.js"
import * as GrantSeal from "./GrantSeal.js"

/** The grants of assistants with the lenses that may limit them, for commands over existing data. */
export const grantsLayer = Layer.merge(Grants.Default, Lenses.Default).pipe(
  Layer.provide(Layer.mergeAll(GrantStore.layer, LensStore.layer, GrantSeal.layer)),
  Layer.provide(secret),
  Layer.provide(nodeCrypto.layer),
  Layer.provide(briefly),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
