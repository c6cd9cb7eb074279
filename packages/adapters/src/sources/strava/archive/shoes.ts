import { gearIdOf, type Report } from "@daybook/core/running"
import { cleanText } from "../cleanText.js"

/**
 * `shoes.csv`: name, brand and model, whatever the header calls them. The archive has neither ids nor mileage. Shoes
 * without a nickname go by brand and model, as runs name them.
 */
export const shoesOf = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Extract<Report, { readonly _tag: "Shoes" }>> =>
  rows.slice(1).flatMap(([nickname, ...rest]) => {
    const [brand, model] = [cleanText(rest[0]), cleanText(rest[1])]
    const known = cleanText(nickname) ?? cleanText([brand, model].filter((part) => part !== null).join(" "))
    return known === null ? [] : [{
      _tag: "Shoes",
      shoe: { id: gearIdOf({ name: known }), name: known, brand, model, distance: null, retired: null }
    }]
  })
