import fc from "fast-check"
import { expect, it } from "vitest"
import { problemsOf } from "../commitSubject.mjs"

it.each([
  "sync: retry a 503 from the token endpoint",
  "http, cli: name the operation that failed",
  "packages/core: embed the model",
  "feed: pass the cursor on",
  "docs: focus on the operator",
  "Merge branch 'running' into integrate",
  'Revert "sync: retry a 503 from the token endpoint"',
  "fixup! sync: retry a 503 from the token endpoint"
])("accepts %s", (subject) => expect(problemsOf(subject)).toEqual([]))

it.each([
  ["retry a 503", "scope: subject"],
  ["Sync: retry a 503", "scope: subject"],
  ["sync: Retry a 503", "scope: subject"],
  ["sync:retry a 503", "scope: subject"],
  ["", "scope: subject"],
  ["sync: retried a 503", "imperative"],
  ["sync: retries a 503", "imperative"],
  ["sync: retrying a 503", "imperative"]
])("rejects %s", (subject, reason) => expect(problemsOf(subject).join()).toContain(reason))

it("accepts at most 72 characters", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (rest) => {
      const subject = `sync: add ${"x".repeat(rest)}`
      expect(problemsOf(subject)).toHaveLength(subject.length > 72 ? 1 : 0)
    })
  )
})
