import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { titleOf } from "../../src/listening/spellings.js"
import { bareTitle, betterSpelling } from "../../src/listening/titles.js"

describe("titleOf", () => {
  it.each([
    "Ferry Song (with Ina Vale)",
    "Ferry Song [with Ina Vale]",
    "Ferry Song (feat. Ina Vale)",
    "Ferry Song [ft. Ina]",
    "Ferry Song (featuring Ina Vale)",
    "Ferry Song feat. Ina",
    "Ferry Song - feat. Ina",
    "Ferry Song - with Ina",
    "Ferry Song (con Ina)",
    "Ferry Song - Remastered 2009",
    "Ferry Song - 2009 Remaster",
    "Ferry Song - Remastered",
    "Ferry Song - 2009 Digital Remaster",
    "Ferry Song - Remastered Version",
    "Ferry Song – Remastered 2009",
    "Ferry Song - Re-mastered 2009",
    "Ferry Song - Remastérisé en 2009",
    "Ferry Song - Remasterizado 2009",
    "Ferry Song (2009 Remastered Version)",
    "Ferry Song [Remastered]",
    "Ferry Song (with Ina) - Remastered 2009",
    "Ferry Song - Mono - Remastered 2009",
    "Ferry Song - Single Version",
    "Ferry Song (Explicit)",
    "FERRY SONG",
    "Ferry  song!"
  ])("is that of the recording: %s", (title) => {
    expect(titleOf(title)).toBe("ferrysong")
  })

  it.each([
    "Ferry Song - Live",
    "Ferry Song - Live at the Harbour",
    "Ferry Song (Acoustic)",
    "Ferry Song (Ina Remix)",
    "Ferry Song, Pt. 2",
    "Ferry Song - Sped Up",
    "Ferry Song Within"
  ])("keeps what is another recording: %s", (title) => {
    expect(titleOf(title)).not.toBe("ferrysong")
  })

  it("keeps a title that consists of an edition or guests", () => {
    for (const title of ["(with you)", "Explicit", "Remastered", "feat", " - Remastered 2009"])
      expect(titleOf(title)).not.toBe("")
    expect(bareTitle("(with you)")).toBe("(with you)")
  })
})

describe("betterSpelling", () => {
  const spellings = fc.constantFrom(
    "Let Down",
    "Let down",
    "let down",
    "LET DOWN",
    "Déjà Vu",
    "De\u0301ja\u0300 Vu",
    "311"
  )

  it("is the same in any order", () => {
    fc.assert(
      fc.property(fc.array(spellings, { minLength: 1 }), (all) => {
        const best = all.reduce(betterSpelling, "let down")
        expect([...all].reverse().reduce(betterSpelling, "let down")).toBe(best)
        expect([...all].sort().reduce(betterSpelling, best)).toBe(best)
      })
    )
  })

  it("is composed, and not in one case", () => {
    expect(betterSpelling("LET DOWN", "Let Down")).toBe("Let Down")
    expect(betterSpelling("Let down", "Let Down")).toBe("Let Down")
    expect(betterSpelling("De\u0301ja\u0300 Vu", "De\u0301ja\u0300 Vu")).toBe("Déjà Vu")
  })
})
