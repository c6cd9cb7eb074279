import { SyncHealth } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Layer } from "effect"
import * as nodeCrypto from "../nodeCrypto.js"
import { briefly, secret } from "../opened.js"
import { Opening } from "../Opening.js"
import * as HookStore from "../postgres/hooks/HookStore.js"
import * as ListeningEnrichmentStore from "../postgres/listening/ListeningEnrichmentStore.js"
import * as SyncStore from "../postgres/SyncStore.js"
import * as TokenStore from "../postgres/TokenStore.js"
import * as SettingStore from "../postgres/setup/SettingStore.js"
import * as storedConfig from "../setup/storedConfig.js"
import * as setups from "../setup/setups.js"

/** The state of syncs, hooks and listening's enrichment in existing data, for commands: no source is made. */
export const healthLayer = Layer.mergeAll(
  SyncHealth.Default.pipe(
    Layer.provide(Layer.merge(setups.layer, SyncStore.layer)),
    Layer.provide(storedConfig.layer),
    Layer.provide(SettingStore.layer),
    Layer.provide(Tokens.Default),
    Layer.provide(TokenStore.layer)
  ),
  ListeningEnrichmentStore.layer,
  HookStore.layer
).pipe(
  Layer.provide(secret),
  Layer.provide(nodeCrypto.layer),
  Layer.provide(briefly),
  Layer.provide(Layer.succeed(Opening, { creates: false, home: "stored" }))
)
