import { describe, expect, it } from "@effect/vitest"
import cldr from "cldr-core/supplemental/windowsZones.json" with { type: "json" }
import { windowsZones } from "../../src/kit/ics/windowsZones.js"

/** One name of each zone, whichever of its aliases is given. */
const canonical = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone

describe("Windows zone names", () => {
  it("cover all of CLDR's names and map to the same zones", () => {
    const expected = cldr.supplemental.windowsZones.mapTimezones
      .map(({ mapZone }) => mapZone)
      .filter(({ _territory }) => _territory === "001")
      .map(({ _other, _type }) => [_other, canonical(_type)] as const)
    expect(expected.length).toBeGreaterThan(100)
    expect(
      Object.fromEntries(Object.entries(windowsZones).map(([name, zone]) => [name, canonical(zone)]))
    ).toStrictEqual(Object.fromEntries(expected))
  })
})
