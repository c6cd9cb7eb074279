import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { viewOfLens } from "../../src/lenses/view.js"
import { calendarAt } from "../../src/publishing/calendarFiles.js"
import { cardAt } from "../../src/publishing/cards.js"
import { cardKinds } from "../../src/publishing/cardKinds.js"
import { feedAt } from "../../src/publishing/feedFiles.js"
import type { Json, PublishedRequest } from "../../src/publishing/publication.js"
import { answerOf, catalogue, figure, hiddenUnder, lenses, operations, word } from "../support/canaries.js"

const pictures = () => Promise.resolve([])

/** Every file that a lens can have. */
const files = [
  ...["xml", "atom", "json"].map((format) => [`feed.${format}`, feedAt(`feed.${format}`)] as const),
  ...["events", "upcoming", "runs"].map((name) => [`${name}.ics`, calendarAt(`${name}.ics`)] as const),
  ...Array.from(cardKinds.keys(), (kind) => [`card/${kind}.svg`, cardAt(`card/${kind}.svg`, pictures)] as const)
]

/** The operation of a target. */
const operationAt = (target: string) => {
  const [path = ""] = target.split("?")
  return operations.find((operation) => new RegExp(`^${operation.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
}

it("no file of a lens contains a canary", async () => {
  let drawn = 0
  await fc.assert(
    fc.asyncProperty(lenses, async (definition) => {
      const lens = viewOfLens(catalogue, definition)
      const read: PublishedRequest["read"] = (target) => {
        const operation = operationAt(target)
        const view = operation === undefined ? undefined : lens.operations.get(operation.path)
        if (operation === undefined || view === undefined) return Promise.resolve({ status: 403, body: null })
        const answer = answerOf(operation.answer, hiddenUnder(definition, operation))
        return Promise.resolve({ status: 200, body: view.shape(answer) as Json })
      }
      const request = {
        ...{ lens, read, now: 0, today: "2026-03-14", dayOf: () => "2026-03-14" },
        host: "life.example"
      }
      for (const [name, publisher] of files) {
        for (const query of ["", "units=metric"]) {
          const params = new Map(new URLSearchParams(query))
          const file = await publisher!({ ...request, params, self: `https://life.example/p/random/${name}` })
          if ("error" in file) continue
          drawn++
          const has = (text: string) => file.body.includes(text)
          expect([name, has(word), has(String(figure)), has("8,675,309")]).toEqual([name, false, false, false])
        }
      }
    }),
    { numRuns: 200 }
  )
  expect(drawn).toBeGreaterThan(2_000)
})
