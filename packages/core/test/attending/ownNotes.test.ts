import { describe, expect, it } from "@effect/vitest"
import { mergeMentions } from "../../src/attending/index.js"
import { mergeInput, storedMention } from "./mentionFactory.js"

const concert = { date: "2026-05-01", title: "Lucy Dacus", kind: "concert", attended: true } as const

const notesOf = (own: readonly [string | null, string | null]) =>
  mergeMentions(
    mergeInput({
      mentions: [
        storedMention("manual", { ...concert, key: "a", notes: "Of the source" }, { id: 1, ownNotes: own[0] }),
        storedMention("manual", { ...concert, key: "b", saidAt: 2_000 }, { id: 2, ownNotes: own[1] })
      ]
    })
  ).map(({ notes }) => notes)

describe("notes of an event", () => {
  it("are those of the sources, unless the owner wrote some or none", () => {
    expect(notesOf([null, null])).toContain("Of the source")
    expect(notesOf(["Mine", "Mine"])).not.toContain("Of the source")
    expect(notesOf(["Mine", "Mine"])).toContain("Mine")
    expect(notesOf(["", ""])).not.toContain("Of the source")
  })
})
