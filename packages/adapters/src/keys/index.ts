import { Keys } from "@daybook/core/keys"
import { Lenses } from "@daybook/core/lenses"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import * as KeyStore from "../postgres/KeyStore.js"
import * as LensStore from "../postgres/LensStore.js"

/** The API keys and their lenses alone, for commands. `creates` says whether a missing database is created. */
export const keysLayer = ({ creates }: { readonly creates: boolean }) =>
  Layer.merge(Keys.Default, Lenses.Default).pipe(
    Layer.provide(Layer.merge(KeyStore.layer, LensStore.layer)),
    Layer.provide(nodeCrypto.layer),
    Layer.provide(briefly),
    Layer.provide(Layer.succeed(Opening, { creates, home: "stored" }))
  )
