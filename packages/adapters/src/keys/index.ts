import { Keys } from "@daybook/core/keys"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import * as KeyStore from "../postgres/KeyStore.js"

/** The API keys alone, for commands. `creates` says whether a missing database is created. */
export const keysLayer = ({ creates }: { readonly creates: boolean }) =>
  Keys.Default.pipe(
    Layer.provide(KeyStore.layer),
    Layer.provide(nodeCrypto.layer),
    Layer.provide(briefly),
    Layer.provide(Layer.succeed(Opening, { creates, home: "stored" }))
  )
