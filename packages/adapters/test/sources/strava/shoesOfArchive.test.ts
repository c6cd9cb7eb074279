import { assert, describe, it } from "@effect/vitest"
import { shoesOf } from "../../../src/sources/strava/archive/shoes.js"

describe("shoes of an archive", () => {
  it("go by nickname, or by brand and model, and lose neither", () => {
    const header = ["Shoe Name", "Shoe Brand", "Shoe Model", "Shoe Default Sport Types"]
    const found = shoesOf([header, ["Blue", "Ostra", "Tideline 4", "Run"], ["", "Ostra", "Tideline 5", "Run"], [" ", "", "Racer", ""], ["", "", "", "Run"], ["Red"]])
    assert.deepStrictEqual(found.map(({ shoe: { brand, id, model, name } }) => [id, name, brand, model]), [
      ["name:Blue", "Blue", "Ostra", "Tideline 4"],
      ["name:Ostra Tideline 5", "Ostra Tideline 5", "Ostra", "Tideline 5"],
      ["name:Racer", "Racer", null, "Racer"],
      ["name:Red", "Red", null, null]
    ])
  })
})
