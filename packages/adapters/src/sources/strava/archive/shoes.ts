import { gearIdOf, type Report } from "@daybook/core/running"
import { cleanText } from "../cleanText.js"

/** `shoes.csv`: name, brand and model, whatever the header calls them. The archive has neither ids nor mileage. */
export const shoesOf = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Report> =>
  rows.slice(1).flatMap(([name, brand, model]): ReadonlyArray<Report> => {
    const known = cleanText(name)
    return known === null ? [] : [{
      _tag: "Shoes",
      shoe: { id: gearIdOf({ name: known }), name: known, brand: cleanText(brand), model: cleanText(model), distance: null, retired: null }
    }]
  })
