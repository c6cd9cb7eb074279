import { type RawPayload, RawStore } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"

const payload: RawPayload = {
  ...{ id: 1, source: "lastfm", kind: "answer", key: "https://ws.audioscrobbler.com/2.0/?method=…" },
  ...{ reason: "answers with something that is not JSON", status: 200, mediaType: "text/html", isCut: false },
  ...{ size: 30, storedSize: 28, times: 2, firstAt: 1_773_000_000_000, lastAt: 1_773_003_600_000 }
}

/** One answer of Last.fm that could not be parsed. */
export const rawStore = Layer.mock(RawStore, {
  list: ({ source = "lastfm" }) => Effect.succeed(source === "lastfm" ? [payload] : []),
  get: (id) =>
    Effect.succeed(
      id === 1 ? Option.some({ ...payload, bytes: Buffer.from("<script>alert(1)</script> down") }) : Option.none()
    )
})
