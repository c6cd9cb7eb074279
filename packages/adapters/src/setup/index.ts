import { Keys } from "@daybook/core/keys"
import { OneTimeCodes } from "@daybook/core/setup"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly } from "../opened.js"
import { Opening } from "../Opening.js"
import * as KeyStore from "../postgres/KeyStore.js"
import * as HomeStore from "../postgres/setup/HomeStore.js"
import * as OneTimeCodeStore from "../postgres/setup/OneTimeCodeStore.js"

/** One-time codes and the address of the host, for the command that opens the page. */
export const openLayer = Layer.mergeAll(
  OneTimeCodes.Default.pipe(
    Layer.provide(Keys.Default.pipe(Layer.provide(KeyStore.layer))),
    Layer.provide(OneTimeCodeStore.layer),
    Layer.provide(nodeCrypto.layer)
  ),
  HomeStore.layer
).pipe(Layer.provide(briefly), Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" })))
