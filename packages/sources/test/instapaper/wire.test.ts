import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { readHighlights } from "../../src/instapaper/wire.js"
import type { Answer } from "../../src/kit/provider/Answer.js"

const answer = (body: unknown): Answer => ({
  status: 200,
  headers: {},
  text: JSON.stringify(body),
  json: Either.right(body)
})
const error = (code: number | string) => answer([{ type: "error", error_code: code, message: "no" }])

describe("the highlights of a bookmark", () => {
  it("are unknown if the bookmark is deleted or refused", () => {
    expect([1241, "1241", 1245, 1220].map((code) => Either.getOrNull(readHighlights(error(code))))).toStrictEqual([
      "deleted",
      "deleted",
      "refused",
      "refused"
    ])
  })

  it("are read with numbers as strings, and with a note only if present", () => {
    const [first, second, third] = Either.getOrThrow(
      readHighlights(
        answer([
          { type: "highlight", highlight_id: 42, bookmark_id: 7, text: "a", note: null, position: 0, time: 1394470555 },
          { type: "highlight", highlight_id: "43", bookmark_id: "7", text: "b", position: "2", time: "1394470556.5" },
          { type: "highlight", highlight_id: 44, bookmark_id: 7, text: "c", note: " kept ", position: 3, time: 1 }
        ])
      )
    ) as ReadonlyArray<{ readonly note?: string | null; readonly position: number | null }>
    expect([first!.note, second!.note, third!.note, second!.position]).toStrictEqual([null, undefined, "kept", 2])
  })
})
