import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { comesFrom } from "../../../src/hooks/relay/model.js"
import { playOf } from "../../../src/listening/scrobbling/listens.js"
import { relayedListen } from "../../../src/listening/scrobbling/relayed.js"

const at = Date.UTC(2026, 2, 14, 20)
const relayed = (client: string | undefined, submitter: string | null) =>
  relayedListen(
    Either.getOrThrow(playOf({ artist: "The Paper Boats", track: "Low Tide", listenedAt: at / 1_000, client }, at)),
    submitter
  )

describe("a listen that is passed on", () => {
  it("comes from its own program, else from the one that submitted it", () => {
    expect(relayed("Last.fm 1.2", "multi-scrobbler").client).toBe("Last.fm 1.2")
    expect(relayed(undefined, "multi-scrobbler").client).toBe("multi-scrobbler")
    expect(relayed(" \u0000 ", null).client).toBe(null)
  })

  it("does not go back to where its program read it, whatever else is in the batch", () => {
    expect(comesFrom("lastfm", relayed("Last.fm 1.2", "ListenBrainz"))).toBe(true)
    expect(comesFrom("listenbrainz", relayed("Last.fm 1.2", "ListenBrainz"))).toBe(false)
  })
})
