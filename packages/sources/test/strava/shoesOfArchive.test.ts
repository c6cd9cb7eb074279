import { describe, expect, it } from "@effect/vitest"
import { shoesOf } from "../../src/strava/exportFile.js"

describe("shoes of an archive", () => {
  it("are named by nickname, or by brand and model", () => {
    const header = ["Shoe Name", "Shoe Brand", "Shoe Model", "Shoe Default Sport Types"]
    const shoes = shoesOf([
      header,
      ["Blue", "Ostra", "Tideline 4", "Run"],
      ["", "Ostra", "Tideline 5", "Run"],
      [" ", "", "Racer", ""],
      ["", "", "", "Run"],
      ["Red"]
    ])
    expect(shoes.map(({ shoe: { brand, id, model, name } }) => [id, name, brand, model])).toStrictEqual([
      ["name:Blue", "Blue", "Ostra", "Tideline 4"],
      ["name:Ostra Tideline 5", "Ostra Tideline 5", "Ostra", "Tideline 5"],
      ["name:Racer", "Racer", null, "Racer"],
      ["name:Red", "Red", null, null]
    ])
  })
})
