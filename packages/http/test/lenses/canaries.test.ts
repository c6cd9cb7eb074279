import { FastCheck as fc } from "effect"
import type { LensDefinition } from "@daybook/core/lenses"
import { expect, it } from "vitest"
import { fieldsOf } from "../../src/lenses/fields.js"
import { problemsOf } from "../../src/lenses/problems.js"
import { viewOfLens } from "../../src/lenses/view.js"
import { answerOf, catalogue, figure, hiddenUnder, lenses, operations, word } from "../support/canaries.js"

it("shows no canary through any lens", () => {
  fc.assert(
    fc.property(lenses, (lens) => {
      const view = viewOfLens(catalogue, lens)
      for (const id of lens.operations!) {
        const operation = catalogue.get(id)!
        const answer = answerOf(operation.answer, hiddenUnder(lens, operation))
        const text = JSON.stringify(view.operations.get(operation.path)!.shape(answer))
        expect([id, text.includes(word), text.includes(String(figure))]).toEqual([id, false, false])
      }
    }),
    { numRuns: 200 }
  )
})

it("shows everything else as it is", () => {
  const lens: LensDefinition = {
    name: "everything",
    operations: operations.map(({ id }) => id),
    places: { grain: "city" },
    now_playing: "live"
  }
  expect(problemsOf(catalogue, lens)).toEqual([])
  const { operations: views } = viewOfLens(catalogue, lens)
  for (const { answer, group, id, path } of operations) {
    const plain = answerOf(answer, () => false)
    const paths = new Set(fieldsOf(answer).flatMap(({ path, sensitivity }) => (isOpen(sensitivity) ? [path] : [])))
    const prune = (value: unknown, at: string): unknown => {
      if (Array.isArray(value)) return value.map((part) => prune(part, at))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, part]) => {
          const below = at === "" ? name : `${at}.${name}`
          if (name === "any") return [[name, prune(part, at)]]
          return paths.has(below) ? [[name, prune(part, below)]] : []
        })
      )
    }
    expect([id, group, views.get(path)!.shape(plain)]).toEqual([id, group, prune(plain, "")])
  }
})

const isOpen = (sensitivity: string | undefined) =>
  ["public", "entity", "city", "region", "country"].includes(sensitivity ?? "")
