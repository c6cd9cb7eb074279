import { asinOf, isbn10Of, isbn13Of } from "@daybook/core/books"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const digits = (count: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
const weigh = (all: ReadonlyArray<number>, weights: (place: number) => number) =>
  all.reduce((sum, digit, place) => sum + digit * weights(place), 0)

/** The one last digit for which the sum is divisible, found by trying all. */
const tenOf = (nine: ReadonlyArray<number>) =>
  Array.from({ length: 11 }, (_, last) => last).find(
    (last) => weigh([...nine, last], (place) => 10 - place) % 11 === 0
  )!
const thirteenOf = (twelve: ReadonlyArray<number>) =>
  Array.from({ length: 10 }, (_, last) => last).find(
    (last) => weigh([...twelve, last], (place) => (place % 2 === 0 ? 1 : 3)) % 10 === 0
  )!

describe("ISBN", () => {
  it("of ten digits becomes one of thirteen, and comes out of it again", () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const last = tenOf(nine)
        const ten = `${nine.join("")}${last === 10 ? "X" : last}`
        const twelve = [9, 7, 8, ...nine]
        const thirteen = `${twelve.join("")}${thirteenOf(twelve)}`
        expect(isbn13Of(ten)).toBe(thirteen)
        expect(isbn13Of(ten.toLowerCase().replace(/^(\d)(\d{3})/, "$1-$2 "))).toBe(thirteen)
        expect(isbn13Of(thirteen)).toBe(thirteen)
        expect(isbn10Of(thirteen)).toBe(ten)
      })
    )
  })

  it("with another check digit is none", () => {
    fc.assert(
      fc.property(digits(9), fc.integer({ min: 1, max: 9 }), (nine, other) => {
        const twelve = [9, 7, 9, ...nine]
        const right = thirteenOf(twelve)
        expect(isbn13Of(`${twelve.join("")}${right}`)).not.toBeNull()
        expect(isbn13Of(`${twelve.join("")}${(right + other) % 10}`)).toBeNull()
        expect(isbn10Of(`${twelve.join("")}${right}`)).toBeNull()
      })
    )
  })

  it("is not an ASIN, and other text is neither", () => {
    for (const text of ["", "=", "0", "978", "3f2a9c11-uid", "1234567890123", "B00FAKE001"]) {
      expect(isbn13Of(text)).toBeNull()
      expect(asinOf(text)).toBe(text.startsWith("B") ? text : null)
    }
  })
})
