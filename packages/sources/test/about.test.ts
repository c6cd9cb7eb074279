import { expect, it } from "vitest"
import { definitions } from "../src/definitions.js"

it("says of every source what it is called and what it brings", () => {
  const nameless = definitions.filter(({ about }) => about === undefined || about.title === "" || about.brings === "")
  expect(nameless.map(({ id }) => id)).toEqual([])
})
