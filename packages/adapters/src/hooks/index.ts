import { HookSender, Hooks } from "@daybook/core/hooks"
import { Layer } from "effect"
import { briefly, secret } from "../opened.js"
import { Opening } from "../Opening.js"
import * as HookQueue from "../postgres/hooks/HookQueue.js"
import * as HookStore from "../postgres/hooks/HookStore.js"
import * as HookSigner from "./HookSigner.js"
import * as HookTransport from "./HookTransport.js"

/** Hooks alone, for commands. `creates` says whether a missing database is created. */
export const hooksLayer = ({ creates }: { readonly creates: boolean }) =>
  Hooks.Default.pipe(
    Layer.provide(HookSender.Default),
    Layer.provide(Layer.mergeAll(HookTransport.layer, HookSigner.layer, HookStore.layer, HookQueue.layer)),
    Layer.provide(secret),
    Layer.provide(briefly),
    Layer.provide(Layer.succeed(Opening, { creates, home: "stored" }))
  )
