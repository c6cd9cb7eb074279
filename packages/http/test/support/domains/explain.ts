import { type Explanation, Explanations, Explains, noReasons } from "@daybook/core/explain"
import { Effect, Layer, Option } from "effect"

const artist: Explanation = {
  ...noReasons,
  sources: [{ source: "lastfm", key: null, firstSeen: 1_773_000_000_000, lastSeen: null, reports: 3 }],
  fields: {
    name: {
      value: "Velvet Meridian",
      from: "lastfm",
      rule: "listening.artist.most-played-name",
      others: [{ source: "spotify", value: "velvet meridian" }]
    }
  },
  merges: [{ with: "velvet meridian", rule: "listening.artist.same-name", undo: null }]
}

/** An event with a mail, which is named for administrators only. */
const event = (showsMail: boolean): Explanation => ({
  ...noReasons,
  sources: [
    {
      ...{ source: "tickets", key: showsMail ? "<1@seller.example>" : "mail:7", firstSeen: 0, lastSeen: 0 },
      ...(showsMail ? { mail: "Your tickets, from seller" } : null)
    }
  ],
  fields: {
    attended: { value: true, from: "person", rule: "attending.presence.by-hand", at: 1_773_000_000_000, others: [] }
  },
  decisions: [{ at: 1_773_000_000_000, by: "person", what: "attended = true" }],
  hiddenBy: [{ rule: "listening.hidden.filter", what: "filter 1" }],
  counts: [{ source: "tickets", reported: 1, counted: 1, duplicates: 0, hidden: 0 }]
})

/** Explanations of one artist and one event. */
export const explained = Explanations.Default.pipe(
  Layer.provide(
    Layer.succeed(Explains, {
      explain: ({ domain, id, showsMail, type }) =>
        Effect.succeed(
          id !== "1"
            ? Option.none()
            : domain === "listening" && type === "artist"
              ? Option.some(artist)
              : domain === "attending" && type === "event"
                ? Option.some(event(showsMail))
                : Option.none()
        )
    })
  )
)
