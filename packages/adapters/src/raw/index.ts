import { Layer } from "effect"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import * as RawStore from "../postgres/RawStore.js"

/** What could not be parsed alone, for commands. */
export const rawLayer = RawStore.layer.pipe(
  Layer.provide(briefly),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
