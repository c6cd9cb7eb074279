import { Grants } from "@daybook/core/grants"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly, secret } from "../opened.js"
import { Opening } from "../Opening.js"
import * as GrantStore from "../postgres/grants/GrantStore.js"
import * as GrantSeal from "./GrantSeal.js"

/** The grants of assistants alone, for commands over existing data. */
export const grantsLayer = Grants.Default.pipe(
  Layer.provide(Layer.merge(GrantStore.layer, GrantSeal.layer)),
  Layer.provide(secret),
  Layer.provide(nodeCrypto.layer),
  Layer.provide(briefly),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
