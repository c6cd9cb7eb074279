import { Context, Effect, Layer, type Scope } from "effect"
import type { Browser } from "playwright-core"
import { newDataDir } from "../../../cli/test/support/dataDir.js"
import { newKey, serve } from "../../../cli/test/support/host.js"
import { sampleHome } from "../../../cli/test/support/sampleHome.js"
import { browser } from "./browser.js"

/** A host with a key, and the browser that all tests of a file share. */
export interface Stage {
  readonly url: string
  readonly key: string
  readonly browser: Browser
}

/** The host over the sample owner's data, up to now. */
export class SampleStage extends Context.Tag("@daybook/page/test/SampleStage")<SampleStage, Stage>() {}

/** The host over an empty database. */
export class EmptyStage extends Context.Tag("@daybook/page/test/EmptyStage")<EmptyStage, Stage>() {}

const zone = "Europe/Berlin"

/** Tests open more pages than a person. The host asks no provider. */
export const settings = {
  DAYBOOK_RATE_LIMIT: "1000000",
  DAYBOOK_TIMEZONE: zone,
  DAYBOOK_APPLE_MUSIC_ENABLED: "false",
  DAYBOOK_MUSICBRAINZ_ENABLED: "false"
}

const stageOver = (home: Effect.Effect<string, never, Scope.Scope>) =>
  Effect.gen(function* () {
    const env = { ...settings, DAYBOOK_DATA_DIR: yield* home }
    const { key } = yield* newKey(env)
    const { url } = yield* serve(env)
    return { url, key, browser: yield* browser } satisfies Stage
  })

export const sampleStage = Layer.scoped(SampleStage, stageOver(sampleHome(zone)))
export const emptyStage = Layer.scoped(EmptyStage, stageOver(newDataDir))
