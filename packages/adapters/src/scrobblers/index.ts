import { Scrobblers } from "@daybook/core/listening"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly, secret } from "../opened.js"
import { Opening } from "../Opening.js"
import * as ScrobblerStore from "../postgres/scrobblers/ScrobblerStore.js"
import * as ScrobblerSeal from "./ScrobblerSeal.js"

/** The scrobblers alone, for commands. `creates` says whether a missing database is created. */
export const scrobblersLayer = ({ creates }: { readonly creates: boolean }) =>
  Scrobblers.Default.pipe(
    Layer.provide(Layer.merge(ScrobblerStore.layer, ScrobblerSeal.layer)),
    Layer.provide(secret),
    Layer.provide(nodeCrypto.layer),
    Layer.provide(briefly),
    Layer.provide(Layer.succeed(Opening, { creates, home: "stored" }))
  )
